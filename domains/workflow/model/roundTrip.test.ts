import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import { readJson, writeJson } from './json.ts'
import { parseProcess } from './parse.ts'
import { isEqual } from './plain.ts'
import { ModelError } from './problem.ts'
import { NODE_TYPES, type Process } from './types.ts'
import { validate } from './validate.ts'
import { readXml, writeXml } from './xml.ts'

/** More of them than a working day has patience for: TS_PROPERTY_RUNS=60000. */
const numRuns = Number(process.env.TS_PROPERTY_RUNS ?? 1_500)
const patience = 30_000 + numRuns * 5

// What escapes, line ends, controls, halves of pairs and names of inherited things look like, side by side.
const oddPieces = [
  'a',
  '中文',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\n',
  '\r',
  '\t',
  ' ',
  ';',
  ',',
  '\\',
  '&#10;',
  '&amp;',
  ']]>',
  '\u0000',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ud83d',
  '\ude00',
  '😀',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '1',
  'toString',
  '__proto__',
  'constructor',
]
const odd = fc.array(fc.constantFrom(...oddPieces), { maxLength: 4 }).map((pieces) => pieces.join(''))
// JSON.parse of Node 24 takes an escaped key for another one with a backslash that it read before ("\n" for "\"), so no
// key here has one.
const key = fc.oneof(
  { weight: 3, arbitrary: odd.filter((text) => !text.includes('\\')) },
  fc.constantFrom(
    'name',
    'value',
    'type',
    'x',
    'id',
    'lf',
    'g',
    'to',
    'layout',
    '$nodes',
    'field',
    'children',
    'state',
  ),
)
const value = fc.oneof(
  { weight: 3, arbitrary: odd },
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(odd, fc.integer(), fc.constant(null), fc.dictionary(key, odd, { maxKeys: 2 })), {
    maxLength: 3,
  }),
  fc.dictionary(key, fc.oneof(odd, fc.integer(), fc.dictionary(key, odd, { maxKeys: 2 })), { maxKeys: 3 }),
)
const unknowns = fc.dictionary(key, value, { maxKeys: 3 })
const coordinate = fc.oneof(
  fc.integer({ min: -500, max: 2000 }),
  fc.double({ min: -2000, max: 5000, noNaN: true }),
  fc.integer({ min: 0, max: 900 }).map(String),
  fc.constantFrom(0, -0, 0.005, 1e300, '', 'x', null),
)
const point = fc.record({ x: coordinate, y: coordinate }, { requiredKeys: [] })
const label = fc.oneof(
  odd,
  fc.record({ x: coordinate, y: coordinate, value: odd, draggable: fc.boolean() }, { requiredKeys: [] }),
)
const fieldDefinition = fc.oneof(
  fc.record(
    {
      name: odd,
      displayName: odd,
      type: odd,
      layout: odd,
      attrs: fc.array(fc.record({ name: odd, value: odd }, { requiredKeys: [] }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  unknowns,
)
const properties = fc
  .tuple(
    unknowns,
    fc.record(
      {
        expr: value,
        form: value,
        assignee: odd,
        performType: fc.constantFrom('ANY', 'ALL', 7),
        preInterceptors: odd,
        processName: odd,
        offset: fc.oneof(odd, fc.integer()),
        displayName: odd,
        width: coordinate,
        height: coordinate,
        isCollapsed: fc.boolean(),
        countersignType: odd,
        field: fc.oneof(fc.dictionary(key, fc.oneof(odd, fc.integer(), value), { maxKeys: 4 }), odd),
        fields: fc.oneof(fc.array(fieldDefinition, { maxLength: 3 }), odd),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([unknown, own]) => ({ ...unknown, ...own }))
const node = fc.record(
  {
    type: fc.constantFrom(...NODE_TYPES, ...NODE_TYPES.map((type) => `snaker:${type}`), 'subProcess', 'task'),
    x: coordinate,
    y: coordinate,
    text: label,
    properties,
    more: unknowns,
    inside: fc.array(fc.nat(20), { maxLength: 4 }),
  },
  { requiredKeys: ['type', 'more', 'inside'] },
)
const edge = fc.record(
  {
    from: fc.nat(20),
    into: fc.nat(20),
    type: odd,
    startPoint: point,
    endPoint: point,
    pointsList: fc.oneof(fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 5 }), odd),
    sourceAnchorId: odd,
    targetAnchorId: odd,
    text: label,
    properties,
    more: unknowns,
  },
  { requiredKeys: ['from', 'into', 'more'] },
)
const ids = fc.uniqueArray(
  fc.oneof(odd, fc.constantFrom('task1', 'a_b', 'start', 'x_y')).filter((id) => id !== ''),
  { minLength: 1, maxLength: 16 },
)

/** Drawings as a canvas, a careless import or a hand might leave them; ids are there and used once. */
const drawing = fc
  .tuple(
    ids,
    fc.array(node, { maxLength: 8 }),
    fc.array(edge, { maxLength: 8 }),
    unknowns,
    fc.dictionary(fc.constantFrom('name', 'displayName', 'instanceUrl', 'expireTime'), odd),
  )
  .map(([names, nodes, edges, more, values]) => {
    const drawn = nodes.slice(0, names.length).map(({ inside, more: rest, ...own }, index) => ({
      ...rest,
      ...own,
      id: names[index],
      properties: own.type.endsWith('subProcess')
        ? { ...own.properties, children: inside.map((child) => names[child] ?? 'nobody') }
        : own.properties,
    }))
    const left = names.slice(drawn.length)
    const lines = drawn.length === 0 ? [] : edges.slice(0, left.length)
    return {
      ...more,
      ...values,
      nodes: drawn,
      edges: lines.map(({ from, into, more: rest, ...own }, index) => ({
        ...rest,
        ...own,
        id: left[index],
        sourceNodeId: names[from % drawn.length],
        targetNodeId: names[into % drawn.length],
      })),
    }
  })

function expectSame(actual: Process, expected: Process): void {
  // The matcher is slow and shows less on what differs in the key order only; it runs when there is something to show.
  if (!isEqual(actual, expected)) expect(actual).toEqual(expected)
}

test(
  'what is written reads back the same, and is written the same again',
  () => {
    fc.assert(
      fc.property(drawing, (raw) => {
        const process = canonical(raw)
        expectSame(canonical(process), process)
        const xml = writeXml(process)
        const read = readXml(xml)
        expectSame(read, process)
        expect(writeXml(read)).toBe(xml)
        expectSame(readJson(writeJson(process)), process)
      }),
      { numRuns },
    )
  },
  patience,
)

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...keysOf(item)])
}

test(
  'canonical definitions keep the rules',
  () => {
    fc.assert(
      fc.property(drawing, (raw) => {
        const process = canonical(raw)
        expect(keysOf(process)).not.toContain('__proto__')
        expect(keysOf(process)).not.toContain('constructor')
        for (const node of process.nodes) {
          expect(node.type).toMatch(/^snaker:/)
          expect(Math.round(node.x * 100) / 100).toBe(node.x)
          expect(node.properties).not.toHaveProperty('state')
        }
        for (const edge of process.edges) expect(edge.type).toBe('snaker:transition')
        const children = process.nodes
          .filter((node) => node.type === 'snaker:subProcess')
          .flatMap((node) => node.properties.children)
        expect(new Set(children).size).toBe(children.length)
        // Whatever it is, the validator has an opinion and no accident.
        validate(process, { handlers: [], deployed: new Map(), emptyActorPolicy: 'error' })
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  },
  patience,
)

function expectRefusalOnly(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toHaveProperty('message', expect.stringMatching(/./))
  }
}

test(
  'garbage is refused, never an accident',
  () => {
    const runs = { numRuns: Math.ceil(numRuns / 4) }
    const anything = fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withBigInt: true })
    fc.assert(
      fc.property(anything, (raw) => expectRefusalOnly(() => canonical(raw))),
      runs,
    )
    const elements = fc.array(anything, { maxLength: 3 })
    fc.assert(
      fc.property(elements, elements, (nodes, edges) => expectRefusalOnly(() => canonical({ nodes, edges }))),
      runs,
    )
    fc.assert(
      fc.property(fc.oneof(odd, fc.string(), fc.json()), (text) =>
        expectRefusalOnly(() => parseProcess(text)),
      ),
      runs,
    )
    fc.assert(
      fc.property(fc.oneof(fc.json(), odd), (lf) => {
        const escaped = writeXml(canonical({ name: lf, nodes: [] })).match(/ (?:lf|name)="[^"]*"/)?.[0] ?? ''
        const attribute = escaped.replace(/^ name/, ' lf')
        expectRefusalOnly(() =>
          readXml(
            `<process${attribute}><task name="t"${attribute}><transition to="t"${attribute}/></task></process>`,
          ),
        )
      }),
      runs,
    )
  },
  patience,
)

test(
  'damaged files are refused or read, never an accident',
  () => {
    fc.assert(
      fc.property(drawing, fc.nat(), fc.nat(12), odd, (raw, place, length, instead) => {
        const xml = writeXml(canonical(raw))
        const at = place % xml.length
        expectRefusalOnly(() => parseProcess(xml.slice(0, at) + instead + xml.slice(at + length)))
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  },
  patience,
)
