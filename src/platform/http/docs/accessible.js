// What Swagger UI leaves unnamed or out of reach of the keyboard. It draws anew at any time, so this follows every change.
const reference = document.getElementById('reference');

const parameterOf = (element) => element.closest('[data-param-name]')?.dataset.paramName;
const statusOf = (element) => element.closest('[data-code]')?.dataset.code;
const operationOf = (element) => element.closest('.opblock')?.id.replace(/^operations-/, '');

/** By selector: the attributes that the elements lack; null takes one away. */
const repairs = {
  // The operations are its main part.
  '.information-container': () => ({ role: 'region', 'aria-label': 'About the API' }),
  '.scheme-container': () => ({ role: 'region', 'aria-label': 'Server and authorization' }),
  // The title is the heading of level 1.
  h3: () => ({ 'aria-level': '2' }),
  h4: () => ({ 'aria-level': '3' }),
  'h5, h6': () => ({ 'aria-level': '4' }),
  // A link within the button that does the same.
  '.opblock-summary-control a': () => ({ href: null }),
  '#servers': () => ({ 'aria-label': 'Server' }),
  '[data-param-name] select': (select) => ({ 'aria-label': parameterOf(select) }),
  '.examples-select-element': (select) => ({ 'aria-label': `Example of ${statusOf(select) ?? 'the request'}` }),
  'textarea.body-param__text': () => ({ 'aria-label': 'Request body' }),
  'table.responses-table:not(.live-responses-table)': (table) => ({
    'aria-label': `Responses of ${operationOf(table)}`,
  }),
  'table.live-responses-table': (table) => ({ 'aria-label': `Answer of ${operationOf(table)}` }),
  'pre.microlight': () => ({ tabindex: '0' }),
  '.close-modal': () => ({ 'aria-label': 'Close' }),
  // Their names contradict what stands on them.
  '.auth-btn-wrapper button': () => ({ 'aria-label': null }),
};

function repair() {
  for (const [selector, attributesOf] of Object.entries(repairs)) {
    for (const element of reference.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributesOf(element))) {
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
}

new MutationObserver(repair).observe(reference, { childList: true, subtree: true });
