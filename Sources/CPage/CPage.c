// Made by scripts/page-files: the files of the page, taken in by the compiler (C23, #embed).
#include "CPage.h"

static const unsigned char file0[] = {
#embed "files/core/address.js"
};
static const unsigned char file1[] = {
#embed "files/core/api.js"
};
static const unsigned char file2[] = {
#embed "files/core/area.js"
};
static const unsigned char file3[] = {
#embed "files/core/dom.js"
};
static const unsigned char file4[] = {
#embed "files/core/events.js"
};
static const unsigned char file5[] = {
#embed "files/core/icons.js"
};
static const unsigned char file6[] = {
#embed "files/core/imports.js"
};
static const unsigned char file7[] = {
#embed "files/core/keys.js"
};
static const unsigned char file8[] = {
#embed "files/core/pictures.js"
};
static const unsigned char file9[] = {
#embed "files/core/selection.js"
};
static const unsigned char file10[] = {
#embed "files/core/session.js"
};
static const unsigned char file11[] = {
#embed "files/core/skeleton.js"
};
static const unsigned char file12[] = {
#embed "files/core/things.js"
};
static const unsigned char file13[] = {
#embed "files/core/thumbnail.js"
};
static const unsigned char file14[] = {
#embed "files/core/transition.js"
};
static const unsigned char file15[] = {
#embed "files/core/words.js"
};
static const unsigned char file16[] = {
#embed "files/icon.svg"
};
static const unsigned char file17[] = {
#embed "files/index.html"
};
static const unsigned char file18[] = {
#embed "files/main.js"
};
static const unsigned char file19[] = {
#embed "files/parts/acts.js"
};
static const unsigned char file20[] = {
#embed "files/parts/audience-select.js"
};
static const unsigned char file21[] = {
#embed "files/parts/bring.js"
};
static const unsigned char file22[] = {
#embed "files/parts/comments.js"
};
static const unsigned char file23[] = {
#embed "files/parts/conflict.js"
};
static const unsigned char file24[] = {
#embed "files/parts/copy.js"
};
static const unsigned char file25[] = {
#embed "files/parts/dialog.js"
};
static const unsigned char file26[] = {
#embed "files/parts/drag.js"
};
static const unsigned char file27[] = {
#embed "files/parts/drop.js"
};
static const unsigned char file28[] = {
#embed "files/parts/edit.js"
};
static const unsigned char file29[] = {
#embed "files/parts/face.js"
};
static const unsigned char file30[] = {
#embed "files/parts/frame.js"
};
static const unsigned char file31[] = {
#embed "files/parts/in-place.js"
};
static const unsigned char file32[] = {
#embed "files/parts/keep.js"
};
static const unsigned char file33[] = {
#embed "files/parts/keys-list.js"
};
static const unsigned char file34[] = {
#embed "files/parts/layout.js"
};
static const unsigned char file35[] = {
#embed "files/parts/list-hands.js"
};
static const unsigned char file36[] = {
#embed "files/parts/list.js"
};
static const unsigned char file37[] = {
#embed "files/parts/live.js"
};
static const unsigned char file38[] = {
#embed "files/parts/long-press.js"
};
static const unsigned char file39[] = {
#embed "files/parts/marks.js"
};
static const unsigned char file40[] = {
#embed "files/parts/menu.js"
};
static const unsigned char file41[] = {
#embed "files/parts/notices.js"
};
static const unsigned char file42[] = {
#embed "files/parts/owned.js"
};
static const unsigned char file43[] = {
#embed "files/parts/palette.js"
};
static const unsigned char file44[] = {
#embed "files/parts/picture.js"
};
static const unsigned char file45[] = {
#embed "files/parts/qr.js"
};
static const unsigned char file46[] = {
#embed "files/parts/react.js"
};
static const unsigned char file47[] = {
#embed "files/parts/report.js"
};
static const unsigned char file48[] = {
#embed "files/parts/scroller.js"
};
static const unsigned char file49[] = {
#embed "files/parts/search-box.js"
};
static const unsigned char file50[] = {
#embed "files/parts/share.js"
};
static const unsigned char file51[] = {
#embed "files/parts/tags-input.js"
};
static const unsigned char file52[] = {
#embed "files/parts/thing-tile.js"
};
static const unsigned char file53[] = {
#embed "files/parts/toasts.js"
};
static const unsigned char file54[] = {
#embed "files/parts/trouble.js"
};
static const unsigned char file55[] = {
#embed "files/parts/zoom.js"
};
static const unsigned char file56[] = {
#embed "files/screens/feed/article.js"
};
static const unsigned char file57[] = {
#embed "files/screens/feed/bars.js"
};
static const unsigned char file58[] = {
#embed "files/screens/feed/feed.js"
};
static const unsigned char file59[] = {
#embed "files/screens/feed/filter.js"
};
static const unsigned char file60[] = {
#embed "files/screens/feed/follows.js"
};
static const unsigned char file61[] = {
#embed "files/screens/feed/likes.js"
};
static const unsigned char file62[] = {
#embed "files/screens/feed/portfolio.js"
};
static const unsigned char file63[] = {
#embed "files/screens/feed/rate.js"
};
static const unsigned char file64[] = {
#embed "files/screens/feed/runs.js"
};
static const unsigned char file65[] = {
#embed "files/screens/feed/said.js"
};
static const unsigned char file66[] = {
#embed "files/screens/feed/stream.js"
};
static const unsigned char file67[] = {
#embed "files/screens/feed/swipe.js"
};
static const unsigned char file68[] = {
#embed "files/screens/keys.js"
};
static const unsigned char file69[] = {
#embed "files/screens/links.js"
};
static const unsigned char file70[] = {
#embed "files/screens/locked.js"
};
static const unsigned char file71[] = {
#embed "files/screens/lost.js"
};
static const unsigned char file72[] = {
#embed "files/screens/people/devices.js"
};
static const unsigned char file73[] = {
#embed "files/screens/people/friends.js"
};
static const unsigned char file74[] = {
#embed "files/screens/people/group.js"
};
static const unsigned char file75[] = {
#embed "files/screens/people/groups.js"
};
static const unsigned char file76[] = {
#embed "files/screens/people/invitations.js"
};
static const unsigned char file77[] = {
#embed "files/screens/people/me.js"
};
static const unsigned char file78[] = {
#embed "files/screens/people/meet.js"
};
static const unsigned char file79[] = {
#embed "files/screens/people/people.js"
};
static const unsigned char file80[] = {
#embed "files/screens/people/person.js"
};
static const unsigned char file81[] = {
#embed "files/screens/people/rename.js"
};
static const unsigned char file82[] = {
#embed "files/screens/people/requests.js"
};
static const unsigned char file83[] = {
#embed "files/screens/people/ways.js"
};
static const unsigned char file84[] = {
#embed "files/screens/places/camera.js"
};
static const unsigned char file85[] = {
#embed "files/screens/places/centre.js"
};
static const unsigned char file86[] = {
#embed "files/screens/places/clip.js"
};
static const unsigned char file87[] = {
#embed "files/screens/places/form.js"
};
static const unsigned char file88[] = {
#embed "files/screens/places/geo.js"
};
static const unsigned char file89[] = {
#embed "files/screens/places/hours.js"
};
static const unsigned char file90[] = {
#embed "files/screens/places/place.js"
};
static const unsigned char file91[] = {
#embed "files/screens/places/places.js"
};
static const unsigned char file92[] = {
#embed "files/screens/places/publisher.js"
};
static const unsigned char file93[] = {
#embed "files/screens/places/radar.js"
};
static const unsigned char file94[] = {
#embed "files/screens/places/reel.js"
};
static const unsigned char file95[] = {
#embed "files/screens/places/route.js"
};
static const unsigned char file96[] = {
#embed "files/screens/places/unsent-box.js"
};
static const unsigned char file97[] = {
#embed "files/screens/places/unsent.js"
};
static const unsigned char file98[] = {
#embed "files/screens/settings/duplicates.js"
};
static const unsigned char file99[] = {
#embed "files/screens/settings/export.js"
};
static const unsigned char file100[] = {
#embed "files/screens/settings/files.js"
};
static const unsigned char file101[] = {
#embed "files/screens/settings/general.js"
};
static const unsigned char file102[] = {
#embed "files/screens/settings/health.js"
};
static const unsigned char file103[] = {
#embed "files/screens/settings/import.js"
};
static const unsigned char file104[] = {
#embed "files/screens/settings/network.js"
};
static const unsigned char file105[] = {
#embed "files/screens/settings/notices.js"
};
static const unsigned char file106[] = {
#embed "files/screens/settings/rules.js"
};
static const unsigned char file107[] = {
#embed "files/screens/settings/sessions.js"
};
static const unsigned char file108[] = {
#embed "files/screens/settings/setting.js"
};
static const unsigned char file109[] = {
#embed "files/screens/settings/settings.js"
};
static const unsigned char file110[] = {
#embed "files/screens/things/facts.js"
};
static const unsigned char file111[] = {
#embed "files/screens/things/head.js"
};
static const unsigned char file112[] = {
#embed "files/screens/things/highlights.js"
};
static const unsigned char file113[] = {
#embed "files/screens/things/history.js"
};
static const unsigned char file114[] = {
#embed "files/screens/things/photo.js"
};
static const unsigned char file115[] = {
#embed "files/screens/things/thing.js"
};
static const unsigned char file116[] = {
#embed "files/screens/things/trash.js"
};
static const unsigned char file117[] = {
#embed "files/screens/things/undo.js"
};
static const unsigned char file118[] = {
#embed "files/screens/things/who.js"
};
static const unsigned char file119[] = {
#embed "files/screens/wardrobe/acts.js"
};
static const unsigned char file120[] = {
#embed "files/screens/wardrobe/add.js"
};
static const unsigned char file121[] = {
#embed "files/screens/wardrobe/ask.js"
};
static const unsigned char file122[] = {
#embed "files/screens/wardrobe/calendar.js"
};
static const unsigned char file123[] = {
#embed "files/screens/wardrobe/canvas/drawer.js"
};
static const unsigned char file124[] = {
#embed "files/screens/wardrobe/canvas/gestures.js"
};
static const unsigned char file125[] = {
#embed "files/screens/wardrobe/canvas/head.js"
};
static const unsigned char file126[] = {
#embed "files/screens/wardrobe/canvas/keys.js"
};
static const unsigned char file127[] = {
#embed "files/screens/wardrobe/canvas/layer-list.js"
};
static const unsigned char file128[] = {
#embed "files/screens/wardrobe/canvas/mannequin.js"
};
static const unsigned char file129[] = {
#embed "files/screens/wardrobe/canvas/model.js"
};
static const unsigned char file130[] = {
#embed "files/screens/wardrobe/canvas/outfit.js"
};
static const unsigned char file131[] = {
#embed "files/screens/wardrobe/canvas/picked.js"
};
static const unsigned char file132[] = {
#embed "files/screens/wardrobe/canvas/snap.js"
};
static const unsigned char file133[] = {
#embed "files/screens/wardrobe/canvas/stage.js"
};
static const unsigned char file134[] = {
#embed "files/screens/wardrobe/canvas/tools.js"
};
static const unsigned char file135[] = {
#embed "files/screens/wardrobe/closet.js"
};
static const unsigned char file136[] = {
#embed "files/screens/wardrobe/closets.js"
};
static const unsigned char file137[] = {
#embed "files/screens/wardrobe/edit.js"
};
static const unsigned char file138[] = {
#embed "files/screens/wardrobe/facets.js"
};
static const unsigned char file139[] = {
#embed "files/screens/wardrobe/garment.js"
};
static const unsigned char file140[] = {
#embed "files/screens/wardrobe/measures.js"
};
static const unsigned char file141[] = {
#embed "files/screens/wardrobe/new-outfit.js"
};
static const unsigned char file142[] = {
#embed "files/screens/wardrobe/outfits.js"
};
static const unsigned char file143[] = {
#embed "files/screens/wardrobe/photos.js"
};
static const unsigned char file144[] = {
#embed "files/screens/wardrobe/picture.js"
};
static const unsigned char file145[] = {
#embed "files/screens/wardrobe/places.js"
};
static const unsigned char file146[] = {
#embed "files/screens/wardrobe/prepare.js"
};
static const unsigned char file147[] = {
#embed "files/screens/wardrobe/queue.js"
};
static const unsigned char file148[] = {
#embed "files/screens/wardrobe/selected.js"
};
static const unsigned char file149[] = {
#embed "files/screens/wardrobe/stats.js"
};
static const unsigned char file150[] = {
#embed "files/screens/wardrobe/store.js"
};
static const unsigned char file151[] = {
#embed "files/screens/wardrobe/suggest.js"
};
static const unsigned char file152[] = {
#embed "files/screens/wardrobe/unsent.js"
};
static const unsigned char file153[] = {
#embed "files/screens/welcome/home.js"
};
static const unsigned char file154[] = {
#embed "files/screens/welcome/welcome.js"
};
static const unsigned char file155[] = {
#embed "files/style/base.css"
};
static const unsigned char file156[] = {
#embed "files/style/canvas.css"
};
static const unsigned char file157[] = {
#embed "files/style/feed.css"
};
static const unsigned char file158[] = {
#embed "files/style/frame.css"
};
static const unsigned char file159[] = {
#embed "files/style/links.css"
};
static const unsigned char file160[] = {
#embed "files/style/locked.css"
};
static const unsigned char file161[] = {
#embed "files/style/modes.css"
};
static const unsigned char file162[] = {
#embed "files/style/parts.css"
};
static const unsigned char file163[] = {
#embed "files/style/people.css"
};
static const unsigned char file164[] = {
#embed "files/style/places.css"
};
static const unsigned char file165[] = {
#embed "files/style/settings.css"
};
static const unsigned char file166[] = {
#embed "files/style/things.css"
};
static const unsigned char file167[] = {
#embed "files/style/wardrobe.css"
};
static const unsigned char file168[] = {
#embed "files/words/de/feed.js"
};
static const unsigned char file169[] = {
#embed "files/words/de/links.js"
};
static const unsigned char file170[] = {
#embed "files/words/de/people.js"
};
static const unsigned char file171[] = {
#embed "files/words/de/places.js"
};
static const unsigned char file172[] = {
#embed "files/words/de/settings.js"
};
static const unsigned char file173[] = {
#embed "files/words/de/shared.js"
};
static const unsigned char file174[] = {
#embed "files/words/de/things.js"
};
static const unsigned char file175[] = {
#embed "files/words/de/wardrobe.js"
};
static const unsigned char file176[] = {
#embed "files/words/de/welcome.js"
};
static const unsigned char file177[] = {
#embed "files/words/en/feed.js"
};
static const unsigned char file178[] = {
#embed "files/words/en/links.js"
};
static const unsigned char file179[] = {
#embed "files/words/en/people.js"
};
static const unsigned char file180[] = {
#embed "files/words/en/places.js"
};
static const unsigned char file181[] = {
#embed "files/words/en/settings.js"
};
static const unsigned char file182[] = {
#embed "files/words/en/shared.js"
};
static const unsigned char file183[] = {
#embed "files/words/en/things.js"
};
static const unsigned char file184[] = {
#embed "files/words/en/wardrobe.js"
};
static const unsigned char file185[] = {
#embed "files/words/en/welcome.js"
};

static const struct weft_page_file files[] = {
    {"core/address.js", file0, sizeof file0},
    {"core/api.js", file1, sizeof file1},
    {"core/area.js", file2, sizeof file2},
    {"core/dom.js", file3, sizeof file3},
    {"core/events.js", file4, sizeof file4},
    {"core/icons.js", file5, sizeof file5},
    {"core/imports.js", file6, sizeof file6},
    {"core/keys.js", file7, sizeof file7},
    {"core/pictures.js", file8, sizeof file8},
    {"core/selection.js", file9, sizeof file9},
    {"core/session.js", file10, sizeof file10},
    {"core/skeleton.js", file11, sizeof file11},
    {"core/things.js", file12, sizeof file12},
    {"core/thumbnail.js", file13, sizeof file13},
    {"core/transition.js", file14, sizeof file14},
    {"core/words.js", file15, sizeof file15},
    {"icon.svg", file16, sizeof file16},
    {"index.html", file17, sizeof file17},
    {"main.js", file18, sizeof file18},
    {"parts/acts.js", file19, sizeof file19},
    {"parts/audience-select.js", file20, sizeof file20},
    {"parts/bring.js", file21, sizeof file21},
    {"parts/comments.js", file22, sizeof file22},
    {"parts/conflict.js", file23, sizeof file23},
    {"parts/copy.js", file24, sizeof file24},
    {"parts/dialog.js", file25, sizeof file25},
    {"parts/drag.js", file26, sizeof file26},
    {"parts/drop.js", file27, sizeof file27},
    {"parts/edit.js", file28, sizeof file28},
    {"parts/face.js", file29, sizeof file29},
    {"parts/frame.js", file30, sizeof file30},
    {"parts/in-place.js", file31, sizeof file31},
    {"parts/keep.js", file32, sizeof file32},
    {"parts/keys-list.js", file33, sizeof file33},
    {"parts/layout.js", file34, sizeof file34},
    {"parts/list-hands.js", file35, sizeof file35},
    {"parts/list.js", file36, sizeof file36},
    {"parts/live.js", file37, sizeof file37},
    {"parts/long-press.js", file38, sizeof file38},
    {"parts/marks.js", file39, sizeof file39},
    {"parts/menu.js", file40, sizeof file40},
    {"parts/notices.js", file41, sizeof file41},
    {"parts/owned.js", file42, sizeof file42},
    {"parts/palette.js", file43, sizeof file43},
    {"parts/picture.js", file44, sizeof file44},
    {"parts/qr.js", file45, sizeof file45},
    {"parts/react.js", file46, sizeof file46},
    {"parts/report.js", file47, sizeof file47},
    {"parts/scroller.js", file48, sizeof file48},
    {"parts/search-box.js", file49, sizeof file49},
    {"parts/share.js", file50, sizeof file50},
    {"parts/tags-input.js", file51, sizeof file51},
    {"parts/thing-tile.js", file52, sizeof file52},
    {"parts/toasts.js", file53, sizeof file53},
    {"parts/trouble.js", file54, sizeof file54},
    {"parts/zoom.js", file55, sizeof file55},
    {"screens/feed/article.js", file56, sizeof file56},
    {"screens/feed/bars.js", file57, sizeof file57},
    {"screens/feed/feed.js", file58, sizeof file58},
    {"screens/feed/filter.js", file59, sizeof file59},
    {"screens/feed/follows.js", file60, sizeof file60},
    {"screens/feed/likes.js", file61, sizeof file61},
    {"screens/feed/portfolio.js", file62, sizeof file62},
    {"screens/feed/rate.js", file63, sizeof file63},
    {"screens/feed/runs.js", file64, sizeof file64},
    {"screens/feed/said.js", file65, sizeof file65},
    {"screens/feed/stream.js", file66, sizeof file66},
    {"screens/feed/swipe.js", file67, sizeof file67},
    {"screens/keys.js", file68, sizeof file68},
    {"screens/links.js", file69, sizeof file69},
    {"screens/locked.js", file70, sizeof file70},
    {"screens/lost.js", file71, sizeof file71},
    {"screens/people/devices.js", file72, sizeof file72},
    {"screens/people/friends.js", file73, sizeof file73},
    {"screens/people/group.js", file74, sizeof file74},
    {"screens/people/groups.js", file75, sizeof file75},
    {"screens/people/invitations.js", file76, sizeof file76},
    {"screens/people/me.js", file77, sizeof file77},
    {"screens/people/meet.js", file78, sizeof file78},
    {"screens/people/people.js", file79, sizeof file79},
    {"screens/people/person.js", file80, sizeof file80},
    {"screens/people/rename.js", file81, sizeof file81},
    {"screens/people/requests.js", file82, sizeof file82},
    {"screens/people/ways.js", file83, sizeof file83},
    {"screens/places/camera.js", file84, sizeof file84},
    {"screens/places/centre.js", file85, sizeof file85},
    {"screens/places/clip.js", file86, sizeof file86},
    {"screens/places/form.js", file87, sizeof file87},
    {"screens/places/geo.js", file88, sizeof file88},
    {"screens/places/hours.js", file89, sizeof file89},
    {"screens/places/place.js", file90, sizeof file90},
    {"screens/places/places.js", file91, sizeof file91},
    {"screens/places/publisher.js", file92, sizeof file92},
    {"screens/places/radar.js", file93, sizeof file93},
    {"screens/places/reel.js", file94, sizeof file94},
    {"screens/places/route.js", file95, sizeof file95},
    {"screens/places/unsent-box.js", file96, sizeof file96},
    {"screens/places/unsent.js", file97, sizeof file97},
    {"screens/settings/duplicates.js", file98, sizeof file98},
    {"screens/settings/export.js", file99, sizeof file99},
    {"screens/settings/files.js", file100, sizeof file100},
    {"screens/settings/general.js", file101, sizeof file101},
    {"screens/settings/health.js", file102, sizeof file102},
    {"screens/settings/import.js", file103, sizeof file103},
    {"screens/settings/network.js", file104, sizeof file104},
    {"screens/settings/notices.js", file105, sizeof file105},
    {"screens/settings/rules.js", file106, sizeof file106},
    {"screens/settings/sessions.js", file107, sizeof file107},
    {"screens/settings/setting.js", file108, sizeof file108},
    {"screens/settings/settings.js", file109, sizeof file109},
    {"screens/things/facts.js", file110, sizeof file110},
    {"screens/things/head.js", file111, sizeof file111},
    {"screens/things/highlights.js", file112, sizeof file112},
    {"screens/things/history.js", file113, sizeof file113},
    {"screens/things/photo.js", file114, sizeof file114},
    {"screens/things/thing.js", file115, sizeof file115},
    {"screens/things/trash.js", file116, sizeof file116},
    {"screens/things/undo.js", file117, sizeof file117},
    {"screens/things/who.js", file118, sizeof file118},
    {"screens/wardrobe/acts.js", file119, sizeof file119},
    {"screens/wardrobe/add.js", file120, sizeof file120},
    {"screens/wardrobe/ask.js", file121, sizeof file121},
    {"screens/wardrobe/calendar.js", file122, sizeof file122},
    {"screens/wardrobe/canvas/drawer.js", file123, sizeof file123},
    {"screens/wardrobe/canvas/gestures.js", file124, sizeof file124},
    {"screens/wardrobe/canvas/head.js", file125, sizeof file125},
    {"screens/wardrobe/canvas/keys.js", file126, sizeof file126},
    {"screens/wardrobe/canvas/layer-list.js", file127, sizeof file127},
    {"screens/wardrobe/canvas/mannequin.js", file128, sizeof file128},
    {"screens/wardrobe/canvas/model.js", file129, sizeof file129},
    {"screens/wardrobe/canvas/outfit.js", file130, sizeof file130},
    {"screens/wardrobe/canvas/picked.js", file131, sizeof file131},
    {"screens/wardrobe/canvas/snap.js", file132, sizeof file132},
    {"screens/wardrobe/canvas/stage.js", file133, sizeof file133},
    {"screens/wardrobe/canvas/tools.js", file134, sizeof file134},
    {"screens/wardrobe/closet.js", file135, sizeof file135},
    {"screens/wardrobe/closets.js", file136, sizeof file136},
    {"screens/wardrobe/edit.js", file137, sizeof file137},
    {"screens/wardrobe/facets.js", file138, sizeof file138},
    {"screens/wardrobe/garment.js", file139, sizeof file139},
    {"screens/wardrobe/measures.js", file140, sizeof file140},
    {"screens/wardrobe/new-outfit.js", file141, sizeof file141},
    {"screens/wardrobe/outfits.js", file142, sizeof file142},
    {"screens/wardrobe/photos.js", file143, sizeof file143},
    {"screens/wardrobe/picture.js", file144, sizeof file144},
    {"screens/wardrobe/places.js", file145, sizeof file145},
    {"screens/wardrobe/prepare.js", file146, sizeof file146},
    {"screens/wardrobe/queue.js", file147, sizeof file147},
    {"screens/wardrobe/selected.js", file148, sizeof file148},
    {"screens/wardrobe/stats.js", file149, sizeof file149},
    {"screens/wardrobe/store.js", file150, sizeof file150},
    {"screens/wardrobe/suggest.js", file151, sizeof file151},
    {"screens/wardrobe/unsent.js", file152, sizeof file152},
    {"screens/welcome/home.js", file153, sizeof file153},
    {"screens/welcome/welcome.js", file154, sizeof file154},
    {"style/base.css", file155, sizeof file155},
    {"style/canvas.css", file156, sizeof file156},
    {"style/feed.css", file157, sizeof file157},
    {"style/frame.css", file158, sizeof file158},
    {"style/links.css", file159, sizeof file159},
    {"style/locked.css", file160, sizeof file160},
    {"style/modes.css", file161, sizeof file161},
    {"style/parts.css", file162, sizeof file162},
    {"style/people.css", file163, sizeof file163},
    {"style/places.css", file164, sizeof file164},
    {"style/settings.css", file165, sizeof file165},
    {"style/things.css", file166, sizeof file166},
    {"style/wardrobe.css", file167, sizeof file167},
    {"words/de/feed.js", file168, sizeof file168},
    {"words/de/links.js", file169, sizeof file169},
    {"words/de/people.js", file170, sizeof file170},
    {"words/de/places.js", file171, sizeof file171},
    {"words/de/settings.js", file172, sizeof file172},
    {"words/de/shared.js", file173, sizeof file173},
    {"words/de/things.js", file174, sizeof file174},
    {"words/de/wardrobe.js", file175, sizeof file175},
    {"words/de/welcome.js", file176, sizeof file176},
    {"words/en/feed.js", file177, sizeof file177},
    {"words/en/links.js", file178, sizeof file178},
    {"words/en/people.js", file179, sizeof file179},
    {"words/en/places.js", file180, sizeof file180},
    {"words/en/settings.js", file181, sizeof file181},
    {"words/en/shared.js", file182, sizeof file182},
    {"words/en/things.js", file183, sizeof file183},
    {"words/en/wardrobe.js", file184, sizeof file184},
    {"words/en/welcome.js", file185, sizeof file185},
};

size_t weft_page_count(void) { return sizeof files / sizeof files[0]; }

struct weft_page_file weft_page_file(size_t index) { return files[index]; }
