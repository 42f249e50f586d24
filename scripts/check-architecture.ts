// Holds the rules of architecture §1-2 over the sources. Says why with every fault, so that it can be argued with.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

// The layers of doors.md §2. A room uses only rooms of a smaller number, so the doors cannot make a cycle.
const LAYERS: Record<string, number> = {
  settings: 1,
  files: 2,
  wechat: 3,
  access: 4,
  monitor: 5,
  workflow: 6,
  sap: 7,
  accounts: 8,
  parties: 9,
  members: 10,
  stores: 11,
  catalog: 12,
  warehouse: 13,
  transport: 14,
  marketing: 15,
  purchase: 16,
  orders: 17,
  service: 18,
  content: 19,
  statistics: 20,
  planning: 21,
  desk: 22,
}
const ROOTS = ['app', 'domains', 'kit', 'e2e', 'bench', 'scripts', 'tests']
const WEB = /\.tsx$|\.web\.ts$|^kit\/web\/|^kit\/fields\/\w+\/web\.ts$/
const SERVER = /\.(server|door)\.ts$|^kit\/server\/|^kit\/fields\/\w+\/server\.ts$|^node:/
const BOTH =
  /\.(entity|calls|document|masters?|rules|states|shared)\.ts$|^kit\/shared\/|^kit\/fields\/\w+\/shared\.ts$/
const PAGES = /^domains\/(?:[^/]+\/)+pages\.ts$/
const IMPORT = /(?:\bfrom|\bimport)\s*(\(?)\s*['"]([^'"\n]+)['"]/g
const ANTD_TABLE = /import \{[^}]*(?<!\w)Table\b[^}]*\} from 'antd'/
const PRODUCT = /^(?:app|domains|kit)\/(?!.*\.test\.tsx?$)/
const MOST_LINES = 400
const MEMORY =
  /^(?:export )?(?:let |const \w+(?:: [^=]*)? = new (?:Map|Set)(?:<.*>)?\(\)|const \w+: [^=]*\[\] = \[\]$)/m
/** Modules of the server that remember something for the whole process, and why they may. */
const REMEMBERS: Readonly<Record<string, string>> = {
  'domains/files/picture.ts': 'so many pictures at once are drawn by a process',
  'domains/monitor/machine.server.ts': 'what the process has used',
  'domains/parties/company/companyTabs.ts': 'a page of the browser has one house',
  'domains/settings/notice/useWaiting.ts': 'nothing, always the same',
  'domains/settings/words/traditional.ts': 'a table that is read once',
  'domains/workflow/model/expression.ts': 'what texts mean, whoever asks',
  'domains/workflow/store/start.server.ts': 'the clock of tests',
  'domains/workflow/todo/taskForms.ts': 'a page of the browser has one house',
  'kit/server/database.ts': 'a figure of the process',
  'kit/server/html/html.ts': 'texts that are clean, whoever wrote them',
  'kit/server/metrics.ts': 'the figures of the process',
  'kit/server/outsideAddress.ts': 'looked at where a connection is made, far from any database',
  'kit/server/prepared.ts': 'names of statements, which are the same everywhere',
  'kit/server/spreadsheet/xlsx-write.ts': 'names of columns, counted once',
  'kit/server/statements.ts': 'the figures of the process',
  'kit/shared/time.ts': 'readers of time zones, made once',
}
const SILENCED: [RegExp, string][] = [
  [/\bas\s+unknown\s+as\b/, 'a double cast'],
  [/:\s*any\b(?=\s*(?:[,;=)\]|&>{}\n[]|$))/, 'any'],
  [/@ts-(?:ignore|expect-error|nocheck)/, 'a switched-off type check'],
]

/** The faults of one file: its path from the root, with slashes, and its text. */
export function checkSource(path: string, source: string): string[] {
  const faults: string[] = []
  if (!/^kit\/\w+\/loose\.ts$/.test(path)) {
    for (const [pattern, what] of SILENCED) {
      if (pattern.test(source))
        faults.push(`${path}: ${what} hides mistakes from the compiler; only loose.ts may ask it to believe`)
    }
  }
  if (path !== 'kit/web/Table.tsx' && ANTD_TABLE.test(source))
    faults.push(`${path}: takes Table from antd, which the keyboard cannot scroll; kit/web/Table.tsx can be`)
  const length = source.split('\n').length - 1
  if (PRODUCT.test(path) && length > MOST_LINES)
    faults.push(
      `${path}: has ${length} lines; beyond ${MOST_LINES} nobody finds anything, so a thing of it gets a file of its own`,
    )
  // Tests come through the front door, which stands above everything.
  if (path.endsWith('.test.ts')) return faults
  if (/^(?:domains|kit\/(?:server|shared|fields))\//.test(path) && !WEB.test(path) && !(path in REMEMBERS))
    if (MEMORY.test(source))
      faults.push(
        `${path}: remembers something for the whole process, where several houses may live: what rooms bring goes to a point, what is kept of a database to perDatabase (kit/server/points.ts)`,
      )
  for (const [, later = '', specifier = ''] of source.matchAll(IMPORT)) {
    const why = forbidden(path, resolve(path, specifier), later !== '')
    if (why !== undefined) faults.push(`${path}: imports ${specifier}, but ${why}`)
  }
  return faults
}

/** Files that are named as exceptions and remember nothing any more, by path with their texts. */
export const checkExceptions = (sources: ReadonlyMap<string, string>): string[] =>
  Object.keys(REMEMBERS)
    .filter((path) => !MEMORY.test(sources.get(path) ?? ''))
    .map(
      (path) =>
        `${path}: remembers nothing any more, so it needs no exception (scripts/check-architecture.ts)`,
    )

/** Migrations of one room that bear the same number, given the paths of all files: the second would never be applied. */
export function checkMigrations(paths: readonly string[]): string[] {
  const places = Map.groupBy(
    paths.filter((path) => /\/migrations\/\d+-[^/]+\.sql$/.test(path)),
    (path) => path.replace(/-[^/]*$/, ''),
  )
  return [...places.values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same.join(', ')}: bear the same number, so only one of them can be applied`)
}

/** The faults of package.json and package-lock.json, given as texts. */
export function checkPackages(manifest: string, lock: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(manifest)
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
    .map(
      ([name, version]) =>
        `package.json: ${name} ${version} is not one exact version, so two installations could differ`,
    )
  const resolved = /"resolved":/.test(lock)
    ? ['package-lock.json: has "resolved" addresses, which bind every installation to one registry']
    : []
  const packages: Record<string, { optionalDependencies?: object }> = JSON.parse(lock).packages ?? {}
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
    .map((name) => `package-lock.json: lacks ${name}, an optional package, so npm ci would refuse it`)
  return [...loose, ...resolved, ...missing]
}

/**
 * The circles of imports among files, given by path with their texts; imports of types alone and those for later do not
 * count. Each is told once, from file to file.
 */
export function checkCircles(sources: ReadonlyMap<string, string>): string[] {
  const usedBy = new Map([...sources].map(([path, source]) => [path, usedIn(path, source)]))
  const state = new Map<string, 'under way' | 'done'>()
  const faults: string[] = []
  const walk = (path: string, way: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'under way') {
      const circle = [...way.slice(way.indexOf(path)), path].join(' → ')
      faults.push(
        `${circle}: each needs the other, so the first that is loaded is not whole: what both need lies below them`,
      )
      return
    }
    state.set(path, 'under way')
    for (const to of usedBy.get(path) ?? []) walk(to, [...way, path])
    state.set(path, 'done')
  }
  for (const path of sources.keys()) walk(path, [])
  return faults
}

const VALUE = /^(?:import|export)\s(?!type\s)((?:[^'"]*?)\sfrom\s+)?['"]([^'"\n]+)['"]/gm

/** The files that a file needs when it is loaded. */
function usedIn(path: string, source: string): string[] {
  return [...source.matchAll(VALUE)].flatMap(([, what = '', specifier = '']) => {
    const names = /^\s*\{([^}]*)\}/
      .exec(what)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '')
    return names?.every((name) => /^\s*type\s/.test(name)) ? [] : [resolve(path, specifier)]
  })
}

function forbidden(from: string, to: string, later: boolean): string | undefined {
  const [top, room = ''] = from.split('/')
  const [toTop, toRoom = ''] = to.split('/')
  if (to === 'kit/shared/loose.ts' && top !== 'kit' && top !== 'tests')
    return 'outside the kit nothing is taken on trust: a typed function of the kit does it, or the value is parsed'
  if (top === 'kit' && (toTop === 'domains' || toTop === 'app')) {
    return 'the kit knows no domain: what everything stands on must not lean on one of them'
  }
  if (top === 'domains' && toTop === 'app')
    return 'the application puts the domains together, not the other way'
  const trespass =
    top === 'domains' && toTop === 'domains' && room !== toRoom && betweenRooms(room, toRoom, to)
  if (trespass) return trespass
  if (PAGES.test(from)) {
    if (later || !/\.(calls|document|master|entity|shared|server|door)\.ts$|\.tsx$/.test(to)) return undefined
    return 'pages are loaded with the first of them: they import screens when one is opened, and neither calls nor entities'
  }
  if (PAGES.test(to) && !later && !/\.shared\.ts$/.test(from))
    return 'whatever imports the pages at once has every browser load them at its start; addresses stand in files of their own'
  if (WEB.test(from) && SERVER.test(to))
    return 'web code must not reach server code: it would end up in the browser'
  if (BOTH.test(from) && SERVER.test(to))
    return 'this file runs in the browser too, where server code cannot follow'
  if (BOTH.test(from) && WEB.test(to)) return 'this file runs on the server too, where there is no screen'
  if (SERVER.test(from) && WEB.test(to)) return 'the server has no screens'
  return undefined
}

function betweenRooms(room: string, toRoom: string, to: string): string | undefined {
  const [own, other] = [LAYERS[room], LAYERS[toRoom]]
  if (own === undefined || other === undefined) {
    return `${own === undefined ? room : toRoom} has no layer: give it its number in scripts/check-architecture.ts`
  }
  if (!new RegExp(`^domains/${toRoom}/${toRoom}\\.(door\\.ts|shared\\.ts|pickers\\.tsx)$`).test(to)) {
    return `a room is entered by its door: ${toRoom}.door.ts, ${toRoom}.shared.ts or ${toRoom}.pickers.tsx`
  }
  if (other >= own) {
    return `${toRoom} (layer ${other}) lies above ${room} (layer ${own}): register with the lower room or listen to its event`
  }
  return undefined
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return posix.normalize(specifier.slice(1))
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

function files(): string[] {
  return ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`),
  ).map((path) => path.replaceAll('\\', '/'))
}

if (import.meta.main) {
  const paths = files()
  const sources = paths.filter((path) => /\.tsx?$/.test(path))
  const all = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))
  const faults = [
    ...[...all].flatMap(([path, source]) => checkSource(path, source)),
    ...checkExceptions(all),
    ...checkCircles(all),
    ...checkMigrations(paths),
    ...checkPackages(readFileSync('package.json', 'utf8'), readFileSync('package-lock.json', 'utf8')),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
