/** One page of a list, as domain functions take it. */
export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly direction: 'asc' | 'desc';
}

/** What domain functions answer: the page's rows and how many there are in all. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
