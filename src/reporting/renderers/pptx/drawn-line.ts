import type { SeriesShape } from '../charts/series-shape.ts';
import { emus } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';

interface Drawn extends Pick<SeriesShape, 'line' | 'area' | 'dots'> {
  readonly width: number;
  readonly height: number;
}

/** The line of a series as an `a:path`. */
export function linePath({ line, dots, width, height }: Drawn): Markup {
  const size = dots.length > 0 ? 1 : 0;
  const points = dots.map(({ x, y }) => `M${x - size},${y}L${x + size},${y}`).join('');
  return pathOf(line + points, { width, height }, xml` fill="none"`);
}

/** The surface under the line. */
export function areaPath({ area, width, height }: Drawn): Markup {
  return pathOf(area, { width, height }, xml` stroke="0"`);
}

/** The data of an SVG path with absolute places, in points, over a box. */
function pathOf(data: string, { width, height }: Pick<Drawn, 'width' | 'height'>, look: Markup): Markup {
  let [x, y] = [0, 0];
  const steps = Array.from(data.matchAll(/([MLHVZ])([^MLHVZ]*)/g), ([, command = '', rest = '']) => {
    const numbers = rest
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map(Number);
    if (command === 'Z') return xml`<a:close/>`;
    const places: [number, number][] = [];
    for (let at = 0; at < numbers.length; at += command === 'M' || command === 'L' ? 2 : 1) {
      const number = numbers[at] ?? 0;
      if (command === 'H') x = number;
      else if (command === 'V') y = number;
      else [x, y] = [number, numbers[at + 1] ?? 0];
      places.push([x, y]);
    }
    return places.map(([px, py], index) => {
      const element = command === 'M' && index === 0 ? 'moveTo' : 'lnTo';
      return xml`<a:${element}><a:pt x="${emus(px)}" y="${emus(py)}"/></a:${element}>`;
    });
  });
  return xml`<a:path w="${emus(width)}" h="${emus(height)}"${look}>${steps}</a:path>`;
}
