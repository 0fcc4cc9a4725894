// What the page does beyond showing: it is complete without this file. No element, style or text of it comes as markup:
// nodes are made, texts are set, and places are set through the CSS object model, which the page's policy allows.

const root = document.documentElement;

/** @returns {string | null} */
function savedTheme() {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

/** @param {string} theme */
function saveTheme(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without a store the choice lasts as long as the page.
  }
}

// Before the body is drawn, so that a chosen theme does not flash in the other one.
const chosen = savedTheme();
if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen;

// Until the first screen is drawn, sections that are not on it are not laid out.
root.dataset.opening = '';

/** @param {HTMLButtonElement} button */
function enableThemeToggle(button) {
  const preference = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (preference.matches ? 'dark' : 'light')) === 'dark';
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    root.dataset.theme = theme;
    saveTheme(theme);
    show();
  });
  preference.addEventListener('change', show);
  show();
  button.hidden = false;
}

/**
 * @param {string} tag
 * @param {string} className
 */
function element(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

/**
 * The entries of the legend before a chart.
 * @param {HTMLElement} chart
 * @returns {HTMLElement[]}
 */
function entriesOf(chart) {
  return [...(chart.previousElementSibling?.querySelectorAll('.entry[data-series]') ?? [])].map(
    (entry) => /** @type {HTMLElement} */ (entry),
  );
}

/**
 * Makes a button of a legend entry, which shows and hides its series.
 * @param {HTMLElement} entry
 * @param {Element} line
 */
function enableToggle(entry, line) {
  const button = element('button', entry.className);
  button.setAttribute('type', 'button');
  button.setAttribute('aria-pressed', 'true');
  button.append(...entry.childNodes);
  button.addEventListener('click', () => {
    const off = line.toggleAttribute('data-off');
    button.setAttribute('aria-pressed', String(!off));
    line.dispatchEvent(new Event('seriestoggle', { bubbles: true }));
  });
  entry.replaceWith(button);
}

/**
 * Shows the figures of one day at a time, at the pointer or, with the focus on the plot, by the arrow keys. The texts are
 * those of the figures' table: a row a position; each entry of the legend says in which cells its date and figure are.
 * @param {HTMLElement} figure
 * @param {HTMLElement} chart one of its charts, under the legend before it
 */
function enableExplorer(figure, chart) {
  const plot = /** @type {HTMLElement} */ (chart.querySelector('.plot'));
  const table = /** @type {HTMLTableElement} */ (figure.querySelector('table'));
  const shares = (chart.dataset.x ?? '').split(' ').map(Number);
  const rows = [...(table.tBodies[0]?.rows ?? [])].slice(0, shares.length);
  const series = entriesOf(chart).flatMap((entry) => {
    const { series: name = '', date = '', figure: value = '' } = entry.dataset;
    const group = /** @type {SVGGElement | null} */ (plot.querySelector(`g.${name}`));
    const swatch = entry.querySelector('svg');
    // The line of a goal has no figures of its own.
    if (!group || !swatch || value === '') return [];
    const heights = (group.dataset.y ?? '').split(' ');
    const cells = { date: Number(date), value: Number(value) };
    return [{ group, swatch, heights, point: element('div', `point ${name}`), label: entry.textContent, cells }];
  });
  // Several metrics of one day, instead of one metric in two periods.
  const several = series.length > 1 && series.every(({ cells }) => cells.date === 0);

  const explorer = element('div', 'explorer');
  const guide = element('div', 'guide');
  const tooltip = element('div', 'tooltip');
  // The slider itself says what the tooltip shows.
  tooltip.ariaHidden = 'true';
  let index = rows.length - 1;
  explorer.tabIndex = 0;
  for (const [name, value] of Object.entries({
    role: 'slider',
    'aria-label': chart.dataset.name ?? table.caption?.textContent ?? '',
    'aria-valuemin': '1',
    'aria-valuemax': String(rows.length),
  })) {
    explorer.setAttribute(name, value);
  }
  describe();
  plot.addEventListener('seriestoggle', describe);
  plot.append(explorer);

  /** The series that are shown, with their texts of the row. */
  function entries() {
    const cells = rows[index]?.cells;
    const textOf = (/** @type {number} */ column) => cells?.[column]?.textContent ?? '';
    return series
      .filter(({ group, cells: { date } }) => !group.hasAttribute('data-off') && textOf(date) !== '')
      .map((shown) => {
        const [date, value] = [textOf(shown.cells.date), textOf(shown.cells.value)];
        return { ...shown, date, value, name: several ? shown.label : date };
      });
  }

  function describe() {
    explorer.setAttribute('aria-valuenow', String(index + 1));
    const shown = entries();
    const head = several && shown[0] ? [shown[0].date] : [];
    explorer.setAttribute(
      'aria-valuetext',
      [...head, ...shown.map(({ name, value }) => `${name}: ${value}`)].join('. '),
    );
  }

  function show() {
    describe();
    hide();
    const shown = entries();
    if (!shown[0]) return;
    const x = shares[index] ?? 0;
    guide.style.left = `${x}%`;
    plot.append(guide);
    tooltip.replaceChildren();
    if (several) {
      const head = document.createElement('p');
      head.textContent = shown[0].date;
      tooltip.append(head);
    }
    for (const { swatch, heights, point, name, value } of shown) {
      const line = element('p', swatch.parentElement?.className ?? '');
      const figureText = document.createElement('strong');
      figureText.textContent = value;
      line.append(swatch.cloneNode(true), name, figureText);
      tooltip.append(line);
      const y = heights[index];
      if (y === undefined || y === '-') continue;
      point.style.left = `${x}%`;
      point.style.top = `${y}%`;
      plot.append(point);
    }
    plot.append(tooltip);
    // On the side of the guide that has room, and never beyond the plot.
    const place = (plot.clientWidth * x) / 100;
    const beside = x < 50 ? place + 14 : place - tooltip.offsetWidth - 14;
    tooltip.style.left = `${Math.max(0, Math.min(beside, plot.clientWidth - tooltip.offsetWidth))}px`;
  }

  function hide() {
    for (const part of [guide, tooltip, ...series.map(({ point }) => point)]) part.remove();
  }

  /** @param {number} next */
  function moveTo(next) {
    index = Math.max(0, Math.min(rows.length - 1, next));
    show();
  }

  /** @type {Record<string, () => number>} */
  const keys = {
    ArrowLeft: () => index - 1,
    ArrowDown: () => index - 1,
    ArrowRight: () => index + 1,
    ArrowUp: () => index + 1,
    PageDown: () => index - 7,
    PageUp: () => index + 7,
    Home: () => 0,
    End: () => rows.length - 1,
  };

  explorer.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return hide();
    const target = keys[event.key];
    if (!target) return;
    event.preventDefault();
    moveTo(target());
  });
  const follow = (/** @type {PointerEvent} */ event) => {
    const { left, width } = explorer.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 100;
    const distances = shares.map((share) => Math.abs(share - x));
    moveTo(distances.indexOf(Math.min(...distances)));
  };
  explorer.addEventListener('pointermove', follow);
  explorer.addEventListener('pointerdown', follow);
  // A finger that is lifted leaves what it showed; the next tap elsewhere takes the focus and hides it.
  explorer.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide());
  explorer.addEventListener('focus', () => explorer.matches(':focus-visible') && show());
  explorer.addEventListener('blur', hide);
}

/**
 * Marks the section that is being read in the contents.
 * @param {HTMLElement} contents
 */
function followReading(contents) {
  const links = [...contents.querySelectorAll('a')];
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (!entered) return;
      for (const link of links) {
        if (link.hash === `#${entered.target.id}`) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-20% 0px -75%' },
  );
  for (const section of document.querySelectorAll('main > section[aria-labelledby]')) observer.observe(section);
}

/**
 * Tells the page around a frame where somebody reads, as pixels below the top of a section (0 is what is above the
 * first), and goes where it says. So the page of a changed report opens where the one before it was read.
 */
function followFrame() {
  const sections = [...document.querySelectorAll('main > section')];
  const topOf = (/** @type {Element | undefined} */ section) =>
    section ? section.getBoundingClientRect().top + scrollY : 0;
  const tell = () => {
    const index = sections.findLastIndex((section) => topOf(section) <= scrollY + 1);
    const section = Number(sections[index]?.id.replace('section-', '') ?? 0) || 0;
    parent.postMessage({ section, offset: Math.round(scrollY - topOf(section ? sections[index] : undefined)) }, '*');
  };
  addEventListener('scroll', tell, { passive: true });
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.section !== 'number' || typeof data.offset !== 'number') return;
    // Sections that are not laid out yet have no true place.
    delete root.dataset.opening;
    const before = sections.findLast((section) => Number(section.id.replace('section-', '')) <= data.section);
    scrollTo({ top: topOf(before) + data.offset, behavior: data.smooth === true ? 'smooth' : 'instant' });
    requestAnimationFrame(tell);
  });
}

/** Makes the figures of charts come up at the pointer, and their series hidden and shown. */
function enableFigures() {
  for (const figure of document.querySelectorAll('figure.series')) {
    for (const chart of /** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll('.chart'))) {
      enableExplorer(/** @type {HTMLElement} */ (figure), chart);
      for (const entry of entriesOf(chart)) {
        const line = entry.dataset.series && chart.querySelector(`g.${entry.dataset.series}`);
        if (line) enableToggle(entry, line);
      }
    }
  }
}

/** The query that the page is about, of one that is always current. */
let shown = location.search;
/** @type {XMLHttpRequest | undefined} */
let asking;

/**
 * Shows what another choice of a page that is always current leads to, without a new page. The browser reads the answer as
 * a document, whose nodes are taken over; whatever is not such a page is gone to as by its link.
 * @param {string} address
 * @param {boolean} isNew whether it becomes a step to go back from
 */
function choose(address, isNew) {
  asking?.abort();
  const request = new XMLHttpRequest();
  asking = request;
  const leave = () => location.assign(address);
  request.addEventListener('error', leave);
  request.addEventListener('load', () => {
    const next = request.status === 200 ? request.responseXML : null;
    if (!next?.querySelector('.live')) return leave();
    if (isNew) history.pushState(null, '', address);
    shown = location.search;
    document.title = next.title;
    document.body.replaceChildren(...next.body.childNodes);
    enablePage();
    enableFigures();
    /** @type {HTMLElement | null} */ (document.querySelector('.live [aria-current], .live [open] summary'))?.focus();
  });
  request.open('GET', address);
  request.responseType = 'document';
  request.send();
  document.querySelector('.live')?.setAttribute('aria-busy', 'true');
}

/** @param {Element} bar */
function enableChoices(bar) {
  bar.addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, target } = /** @type {MouseEvent} */ (event);
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    choose(link.href, true);
  });
  bar.addEventListener('submit', (event) => {
    event.preventDefault();
    const days = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const query = new URLSearchParams([...days].map(([name, value]) => [name, String(value)]));
    choose(`?${query}`, true);
  });
}

// Following a link within the page is a step, too.
addEventListener('popstate', () => {
  if (location.search !== shown && document.querySelector('.live')) choose(location.href, false);
});

/** What works as soon as the page is there. */
function enablePage() {
  enableThemeToggle(/** @type {HTMLButtonElement} */ (document.querySelector('#theme')));
  followReading(/** @type {HTMLElement} */ (document.querySelector('.contents.aside')));
  const bar = document.querySelector('.live');
  if (bar) enableChoices(bar);
}

// The page around a frame cannot print what is in it, but can lead it to another fragment.
addEventListener('hashchange', () => location.hash.startsWith('#print') && print());

document.addEventListener('DOMContentLoaded', () => {
  enablePage();
  if (parent !== window) followFrame();
  // Once the next frame is there, which shows the first screen: its pictures are drawn beside this thread.
  requestAnimationFrame(() =>
    setTimeout(() => {
      enableFigures();
      delete root.dataset.opening;
    }, 150),
  );
});
