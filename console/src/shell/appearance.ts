export type Appearance = 'system' | 'light' | 'dark';

/** What somebody chose in this browser. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows the console light or dark, now and from now on; `system` follows the device. */
export function chooseAppearance(appearance: Appearance): void {
  if (appearance === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', appearance);
  showAppearance(appearance);
}

export function showAppearance(appearance = storedAppearance()): void {
  if (appearance === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = appearance;
}
