/// The parts that every timeline shares.
enum TimelinePage {
    static let style = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #222; --faint: #8884;
          --message: #36c; --fault: #c30; --deed: #084; --life: #850; --claim: #b00 }
        @media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #e6e6e6;
          --message: #8ab4ff; --fault: #ff8a65; --deed: #6d9; --life: #eb6; --claim: #f77 } }
        body { background: var(--paper); color: var(--ink); font: 14px/1.4 sans-serif; margin: 1em }
        h1 { font-size: 1.2em; margin: 0 } p { margin: .3em 0 }
        .bar { position: sticky; top: 0; background: var(--paper); padding: .4em 0; z-index: 1;
          display: flex; flex-wrap: wrap; gap: .4em .8em; align-items: center }
        #place { flex: 1; min-width: 12em } #find { width: 14em }
        #detail { min-height: 1.5em; padding: .3em .5em; border-left: 4px solid var(--message);
          overflow-wrap: anywhere; flex-basis: 100% }
        #scroll { overflow-x: auto }
        svg text { fill: var(--ink); font: 12px sans-serif }
        .life-line { stroke: var(--faint) } .stripe { fill: var(--faint); opacity: .4 }
        .row { cursor: pointer } .row:hover line, .row:focus line { stroke-width: 3 }
        .row:focus { outline: none } .row:focus text, .row:hover text { font-weight: bold }
        .message line { stroke: var(--message); stroke-width: 1.3 }
        .message circle, .message path { fill: var(--message) }
        .lost line { stroke-dasharray: 4 3 }
        .deed circle, .answer circle { fill: var(--deed) }
        .link circle, .notice circle { fill: var(--faint) }
        .life rect, .step rect { fill: var(--life) }
        .fault rect { fill: var(--fault) } .claim rect { fill: var(--claim) }
        .claim text { fill: var(--claim); font-weight: bold }
        """

    static let controls = """
        <div class="bar">
        <button id="earlier">earlier</button><button id="later">later</button>
        <button id="failure">where it broke</button>
        <input id="place" type="range" min="0" value="0" aria-label="place in the story">
        <span id="where"></span>
        <input id="find" type="search" placeholder="find, then Enter" aria-label="find">
        <span id="kinds"></span>
        <div id="detail" aria-live="polite">Point at or tap a mark.</div>
        </div>
        <div id="scroll"></div>
        """

    // Text enters the page through `textContent` alone.
    static let script = """
        'use strict';
        const story = JSON.parse(document.getElementById('story').textContent);
        const [AT, NODE, OTHER, ARRIVAL, KIND, TEXT] = [0, 1, 2, 3, 4, 5];
        const PAGE = 250, ROW = 18, LEFT = 100, COLUMN = 120, TOP = 30;
        const hidden = new Set();
        let shown = [], start = 0;
        const byId = id => document.getElementById(id);
        const svgNS = 'http:' + '//www.w3.org/2000/svg';

        function make(name, attributes, parent, text) {
          const made = document.createElementNS(svgNS, name);
          for (const key in attributes) made.setAttribute(key, attributes[key]);
          if (text !== undefined) made.textContent = text;
          if (parent) parent.append(made);
          return made;
        }
        function clock(micros) {
          const s = Math.floor(micros / 1e6), pad = (n, w) => String(n).padStart(w, '0');
          return pad(Math.floor(s / 3600), 2) + ':' + pad(Math.floor(s / 60) % 60, 2) + ':' +
            pad(s % 60, 2) + '.' + pad(Math.floor(micros / 1000) % 1000, 3);
        }
        function x(node) { return LEFT + COLUMN / 2 + node * COLUMN; }
        // Time goes downwards by happenings, not by seconds: long silences take no room.
        function y(page, micros, from) {
          let low = from, high = page.length;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (page[middle][AT] < micros) low = middle + 1; else high = middle;
          }
          return TOP + low * ROW;
        }
        function filter() {
          shown = story.rows.filter(row => !hidden.has(row[KIND]));
          byId('place').max = Math.max(shown.length - PAGE, 0);
        }
        function draw() {
          start = Math.max(0, Math.min(start, Math.max(shown.length - PAGE, 0)));
          byId('place').value = start;
          const page = shown.slice(start, start + PAGE), count = story.names.length;
          const width = LEFT + count * COLUMN + 20, height = TOP + (page.length + 2) * ROW;
          const svg = make('svg', { width, height, role: 'img' });
          story.names.forEach((name, node) => {
            make('text', { x: x(node), y: 16, 'text-anchor': 'middle' }, svg, name);
            make('line', { class: 'life-line', x1: x(node), x2: x(node), y1: 22, y2: height }, svg);
          });
          page.forEach((row, index) => mark(svg, page, row, index, width));
          byId('scroll').replaceChildren(svg);
          byId('where').textContent = shown.length === 0 ? 'nothing to show' :
            (start + 1) + ' to ' + (start + page.length) + ' of ' + shown.length +
            (story.dropped > 0 ? ' (' + story.dropped + ' earlier ones left out)' : '');
        }
        function mark(svg, page, row, index, width) {
          const at = TOP + index * ROW, node = row[NODE];
          const group = make('g', { class: 'row ' + row[KIND], tabindex: 0 }, svg);
          make('title', {}, group, clock(row[AT]) + '  ' + row[TEXT]);
          const tell = () => { byId('detail').textContent = clock(row[AT]) + '  ' + row[TEXT]; };
          for (const event of ['mouseenter', 'click', 'focus']) group.addEventListener(event, tell);
          make('text', { x: 4, y: at + 4 }, group, clock(row[AT]));
          if (row[KIND] === 'message') return arrow(group, page, row, index, at);
          if (node < 0) {
            make('rect', { x: LEFT - 8, y: at - 3, width: width - LEFT, height: 6, opacity: .5 },
              group);
            make('text', { x: LEFT, y: at - 4 }, group, row[TEXT].slice(0, 120));
          } else if (row[KIND] === 'life') {
            make('rect', { x: x(node) - 6, y: at - 6, width: 12, height: 12 }, group);
          } else {
            make('circle', { cx: x(node), cy: at, r: 5 }, group);
          }
        }
        function arrow(group, page, row, index, at) {
          const from = x(row[NODE]), isLost = row[ARRIVAL] < 0;
          const to = isLost ? (from + x(row[OTHER])) / 2 : x(row[OTHER]);
          const down = isLost ? at + ROW / 2 : Math.max(y(page, row[ARRIVAL], index), at + 4);
          if (isLost) group.classList.add('lost');
          make('circle', { cx: from, cy: at, r: 3 }, group);
          make('line', { x1: from, y1: at, x2: to, y2: down }, group);
          const side = to > from ? -7 : 7;
          if (!isLost) make('path', { d: 'M' + to + ' ' + down + 'l' + side + ' -4v8z' }, group);
        }
        function failure() {
          let found = -1;
          shown.forEach((row, index) => { if (row[KIND] === 'claim') found = index; });
          start = (found < 0 ? shown.length : found + 20) - PAGE;
          draw();
        }
        function find() {
          const word = byId('find').value.toLowerCase();
          const hit = row => row[TEXT].toLowerCase().includes(word);
          let at = shown.findIndex((row, index) => index > start && hit(row));
          if (at < 0) at = shown.findIndex(hit);
          if (at >= 0) { start = at; draw(); byId('detail').textContent = shown[at][TEXT]; }
          else byId('detail').textContent = 'Nowhere.';
        }
        for (const kind of [...new Set(story.rows.map(row => row[KIND]))].sort()) {
          const label = document.createElement('label'), box = document.createElement('input');
          box.type = 'checkbox';
          box.checked = true;
          box.onchange = () => {
            if (box.checked) hidden.delete(kind); else hidden.add(kind);
            filter();
            draw();
          };
          label.append(box, kind);
          byId('kinds').append(label, ' ');
        }
        byId('earlier').onclick = () => { start -= PAGE - 20; draw(); };
        byId('later').onclick = () => { start += PAGE - 20; draw(); };
        byId('failure').onclick = failure;
        byId('place').oninput = () => { start = Number(byId('place').value); draw(); };
        byId('find').onkeydown = event => { if (event.key === 'Enter') find(); };
        filter();
        failure();
        """
}
