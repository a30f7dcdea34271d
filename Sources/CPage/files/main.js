// The page: opens the session, builds the frame, and follows the address.
import { beginNavigation, otherwise, screen, title } from "./core/address.js"
import { area, onLost } from "./core/area.js"
import { h } from "./core/dom.js"
import { listen } from "./core/events.js"
import { begin, onSession, session } from "./core/session.js"
import { language, say } from "./core/words.js"
import { takeDrops } from "./parts/drop.js"
import { buildFrame, main } from "./parts/frame.js"
import { showKeys } from "./screens/keys.js"
import { showLinks } from "./screens/links.js"
import { showLocked } from "./screens/locked.js"
import { showLost } from "./screens/lost.js"
import { resumeUnsent } from "./screens/places/unsent.js"
import { showHome } from "./screens/welcome/home.js"

document.documentElement.lang = language
const look = localStorage.getItem("weft.look")
if (look) document.documentElement.dataset.look = look

const plain = area({ words: [] })
screen("/", plain(() => ({ showHome }), "showHome"))
screen("/links", plain(() => ({ showLinks }), "showLinks"))
screen("/keys", plain(() => ({ showKeys }), "showKeys"))

const things = area({ words: ["things"] })
screen("/thing/:id", things(() => import("./screens/things/thing.js"), "showThing"), { isBeside: true })
screen("/thing/:id/photo", things(() => import("./screens/things/photo.js"), "showPhoto"), { isAlone: true })
screen("/trash", things(() => import("./screens/things/trash.js"), "showTrash"))
screen("/undo", things(() => import("./screens/things/undo.js"), "showUndo"))

const wardrobe = area({ words: ["wardrobe"], styles: ["wardrobe", "canvas"] })
const closet = wardrobe(() => import("./screens/wardrobe/closet.js"), "showCloset")
const garment = wardrobe(() => import("./screens/wardrobe/garment.js"), "showGarment")
screen("/closet", closet)
screen("/closet/:name", closet)
screen("/garments", closet)
screen("/garments/add", wardrobe(() => import("./screens/wardrobe/add.js"), "showAdd"), { isAlone: true })
screen("/garments/stats", wardrobe(() => import("./screens/wardrobe/stats.js"), "showStats"))
screen("/garments/:id", garment)
screen("/garment/:id", garment)
screen("/outfits", wardrobe(() => import("./screens/wardrobe/outfits.js"), "showOutfits"))
screen("/outfits/ask", wardrobe(() => import("./screens/wardrobe/ask.js"), "showAsk"), { isAlone: true })
screen("/outfits/suggest", wardrobe(() => import("./screens/wardrobe/suggest.js"), "showSuggestion"))
screen("/outfit/:id", wardrobe(() => import("./screens/wardrobe/canvas/outfit.js"), "showOutfit"), { isAlone: true })

const people = area({ words: ["people"], styles: ["people"] })
screen("/people", people(() => import("./screens/people/people.js"), "showPeople"))
screen("/people/me", people(() => import("./screens/people/me.js"), "showMe"))
screen("/people/group/:name", people(() => import("./screens/people/group.js"), "showGroup"))
screen("/people/:name", people(() => import("./screens/people/person.js"), "showPerson"))

const feed = area({ words: ["feed"] })
screen("/feed", feed(() => import("./screens/feed/feed.js"), "showFeed"))
screen("/rate", feed(() => import("./screens/feed/rate.js"), "showRate"))
screen("/lookbook", feed(() => import("./screens/feed/likes.js"), "showLookbook"))
screen("/portfolio", feed(() => import("./screens/feed/portfolio.js"), "showPortfolio"))

const places = area({ words: ["places", "feed"], styles: ["places"] })
screen("/places", places(() => import("./screens/places/places.js"), "showPlaces"))
screen("/place/:id", places(() => import("./screens/places/place.js"), "showPlace"))
screen("/reel/:id", places(() => import("./screens/places/reel.js"), "showReel"))
screen("/places/route/:name", places(() => import("./screens/places/route.js"), "showRoute"))

const settings = area({ words: ["settings"], styles: ["people", "settings"] })
const showSettings = settings(() => import("./screens/settings/settings.js"), "showSettings")
screen("/settings", showSettings, { isAlone: true })
screen("/settings/:part", showSettings, { isAlone: true })

const welcome = area({ words: ["welcome", "people", "settings"], styles: ["people", "settings"] })
screen("/welcome", welcome(() => import("./screens/welcome/welcome.js"), "showWelcome"), { isAlone: true })

onLost(showLost)
otherwise((view) => {
  title(say("nowhere.heading"))
  const heading = h("h1", null, say("nowhere.heading"))
  main(view, heading, heading, h("p", null, say("nowhere.text")), h("a.button", { href: "/links" }, say("nav.links")))
})

let isFollowing = false
const open = async () => {
  buildFrame()
  listen()
  if (isFollowing) return navigation.reload()
  isFollowing = true
  takeDrops()
  await beginNavigation()
  void resumeUnsent()
  void import("./parts/notices.js").then(({ beginNotices }) => beginNotices())
}

const problem = await begin()
onSession((tokens) => (tokens ? void open() : showLocked(null)))
if (session()) await open()
else showLocked(problem)
