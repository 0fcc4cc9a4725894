import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser';

/**
 * What the pages for signing in, which work without any script, do with passkeys: the button shows itself where the
 * browser has them, and its list of passwords offers them too. Where one has signed, its form is sent.
 */
const form = document.querySelector<HTMLFormElement>('form[data-options]');
if (form && browserSupportsWebAuthn()) offer(form);

function offer(form: HTMLFormElement): void {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sign(form, false);
  });
  void browserSupportsWebAuthnAutofill().then((isSupported) => {
    if (isSupported && document.querySelector('input[autocomplete$=webauthn]')) void sign(form, true);
  });
}

async function sign(form: HTMLFormElement, useBrowserAutofill: boolean): Promise<void> {
  const fault = form.querySelector<HTMLElement>('[role=alert]');
  const field = form.elements.namedItem('response') as HTMLInputElement;
  if (fault && !useBrowserAutofill) fault.hidden = true;
  try {
    const optionsJSON = JSON.parse(form.dataset.options ?? '{}');
    field.value = JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill }));
    form.submit();
  } catch {
    // What waits in the list of passwords ends whenever the button is pressed, which is no fault.
    if (fault && !useBrowserAutofill) fault.hidden = false;
  }
}
