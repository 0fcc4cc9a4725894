import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvRecords } from './csv.ts';
import type { GeneratedTable, True } from './generated-tables.ts';

const folder = fileURLToPath(new URL('../../node_modules/vega-datasets/data', import.meta.url));

/** What the numeric columns of the data sets are, by hand: f adds up, r is a ratio, l a level, p people, c a code. */
const truths: Readonly<Record<string, string>> = {
  'stocks.csv': 'price l',
  'sp500.csv': 'price l',
  'sp500-2000.csv': 'open l, high l, low l, close l, adjclose l, volume f',
  'weather.csv': 'precipitation f, temp_max l, temp_min l, wind l',
  'seattle-weather.csv': 'precipitation f, temp_max l, temp_min l, wind l',
  'seattle-weather-hourly-normals.csv': 'pressure l, temperature l, wind l',
  'disasters.csv': 'Year c, Deaths f',
  'iowa-electricity.csv': 'net_generation f',
  'us-employment.csv':
    'nonfarm l, private l, goods_producing l, service_providing l, construction l, manufacturing l, wholesale_trade l, retail_trade l, utilities l, information l, government l, nonfarm_change f',
  'co2-concentration.csv': 'CO2 l, adjusted CO2 l',
  'github.csv': 'count f',
  'birdstrikes.csv': 'Cost Other f, Cost Repair f, Cost Total $ f, Speed IAS in knots l',
  'gapminder-health-income.csv': 'income l, health l, population l',
  'global-temp.csv': 'year c, temp l',
  'zipcodes.csv': 'zip_code c, latitude c, longitude c',
  'windvectors.csv': 'longitude c, latitude c, dir l, dirCat c, speed l',
  'lookup_people.csv': 'age l, height l',
  'la-riots.csv': 'age l, longitude c, latitude c',
  'airports.csv': 'latitude c, longitude c',
  'unemployment-across-industries.json': 'year c, month c, count l, rate r',
  'flights-2k.json': 'delay f, distance f',
  'movies.json':
    'US Gross f, Worldwide Gross f, US DVD Sales f, Production Budget f, Running Time min l, Rotten Tomatoes Rating l, IMDB Rating l, IMDB Votes f',
  'cars.json': 'Miles_per_Gallon r, Cylinders l, Displacement l, Horsepower l, Weight_in_lbs l, Acceleration l',
  'gapminder.json': 'year c, pop l, life_expect l, fertility r',
  'barley.json': 'yield r, year c',
  'wheat.json': 'wheat l, wages l',
  'penguins.json': 'Beak Length (mm) l, Beak Depth (mm) l, Flipper Length (mm) l, Body Mass (g) l',
  'ohlc.json': 'open l, high l, low l, close l, ret r',
  'jobs.json': 'year c, perc r',
  'obesity.json': 'id c, rate r',
  'crimea.json': 'wounds f, other f, disease f, army_size l',
  'football.json': 'home_score f, away_score f',
  'driving.json': 'year c, gas l',
};

const mostRows = 2000;

/** Tables of vega-datasets, of which some have no column of days. */
export function vegaTables(): GeneratedTable[] {
  return Object.entries(truths).map(([name, told]) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const records = name.endsWith('.json')
      ? ofObjects(JSON.parse(text))
      : csvRecords(`${text.trim()}\n`.replaceAll(/\r?\n/g, '\r\n'));
    const [header = [], ...rows] = records;
    const truth = Object.fromEntries(told.split(', ').map((each) => [each.slice(0, -2), each.slice(-1) as True]));
    return { title: `vega-datasets, ${name}`, from: 'known', header, rows: rows.slice(0, mostRows), truth };
  });
}

function ofObjects(objects: readonly Readonly<Record<string, unknown>>[]): string[][] {
  const header = Object.keys(objects[0] ?? {});
  return [header, ...objects.map((object) => header.map((name) => (object[name] == null ? '' : String(object[name]))))];
}
