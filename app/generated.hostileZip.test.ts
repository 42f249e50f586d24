// Cases made from the declarations: every call that takes a file meets archives that lie. Architecture §4, §9.
import { expect, test } from 'vitest'
import { calls, openEveryCall } from '../tests/everyCall.ts'
import { type HostileEntry, hostileZip, zip64 } from '../tests/hostileZip.ts'
import { multipart } from '../tests/importing.ts'
import { asked } from '../tests/stall.ts'
import { rooms } from './domains.ts'

openEveryCall()

const MB = 1024 * 1024
const ELSEWHERE = 0xffffffff
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relation = (id: string, type: string, target: string): string =>
  `<Relationships xmlns="${RELATIONS}"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

/** What makes a zip a workbook; its sheet is xl/a.xml. */
const BOOK: HostileEntry[] = [
  { name: '_rels/.rels', content: Buffer.from(relation('r1', 'officeDocument', '/xl/workbook.xml')) },
  {
    name: 'xl/workbook.xml',
    content: Buffer.from(
      `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
  },
  { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(relation('r1', 'worksheet', 'a.xml')) },
]
const ROW = Buffer.from(
  '<worksheet><sheetData><row><c t="inlineStr"><is><t>a</t></is></c></row></sheetData></worksheet>',
)
const ZEROS = Buffer.alloc(64 * MB)
const NOTHING = Buffer.alloc(0)

/** What stands where the sheet, or the picture, is looked for. */
const FILES: Record<string, (name: string) => [HostileEntry[], Parameters<typeof hostileZip>[1]?]> = {
  'archives in archives': (name) => {
    let inner: Buffer = ROW
    for (let depth = 0; depth < 50; depth++) inner = hostileZip([{ name: `${depth}.zip`, content: inner }])
    return [
      [
        { name, content: inner },
        { name: 'a.zip', content: inner },
      ],
    ]
  },
  'sixty thousand entries': (name) => [
    [
      { name, content: ROW },
      ...Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}.jpg`, content: NOTHING })),
    ],
  ],
  'names of 65,535 characters': (name) => [
    [
      { name, content: ROW },
      ...Array.from({ length: 60 }, (_, n) => ({ name: `${'/'.repeat(65_000)}${n}.jpg`, content: NOTHING })),
    ],
  ],
  'one place for ten thousand entries': (name) => [
    [
      { name, content: ZEROS },
      ...Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}.jpg`, content: NOTHING, headerAt: 0 })),
    ],
  ],
  'more unpacked than it says': (name) => [[{ name, content: ZEROS, size: 100 }]],
  'less unpacked than it says': (name) => [[{ name, content: ROW, size: 10 * MB }]],
  'four gigabytes by its own word': (name) => [[{ name, content: ROW, size: ELSEWHERE - 1 }]],
  'more packed than there is': (name) => [[{ name, content: ROW, packed: ELSEWHERE - 1 }]],
  'sizes beyond all numbers': (name) => [
    [
      {
        name,
        content: ROW,
        size: ELSEWHERE,
        packed: ELSEWHERE,
        headerAt: ELSEWHERE,
        extra: zip64(...Array.from({ length: 3 }, () => 2n ** 63n)),
      },
    ],
  ],
  'sizes that stand nowhere': (name) => [[{ name, content: ROW, size: ELSEWHERE }]],
  'more entries than its directory holds': (name) => [[{ name, content: ROW }], { count: 65_535 }],
  'a directory that ends within an entry': (name) => [[{ name, content: ROW }], { length: 20 }],
  'a directory longer than the file': (name) => [[{ name, content: ROW }], { length: 3 * MB }],
}

const importing = rooms.flatMap((room) => room.tasks ?? []).find((one) => one.kind === 'import')
const takers: [string, string, string, string][] = [
  // All sheets are read by the same code: one import stands for all.
  ['headings of an import', `/file/import/headings?bizType=${importing?.bizType}`, 'a.xlsx', 'xl/a.xml'],
  ...calls
    .filter((call) => call.multipart && /img\/import|upload/.test(call.path))
    .flatMap((call): [string, string, string, string][] => [
      [call.path, call.path, 'a.zip', 'P1_1.jpg'],
      [call.path, call.path, 'a.xlsx', 'xl/a.xml'],
    ]),
]

test('files are taken in several places', () => expect(takers.length).toBeGreaterThan(4))

test.each(Object.entries(FILES))(
  'archives: %s',
  async (what, make) => {
    for (const [place, path, fileName, name] of takers) {
      const [entries, lies] = make(name)
      const content = hostileZip(fileName.endsWith('.xlsx') ? [...BOOK, ...entries] : entries, lies)
      const { body, headers } = multipart(fileName, content)
      const answer = await asked(`${what}, ${fileName} to ${place}`, path, body, headers)
      if (answer?.code !== 200) expect(answer?.message, `${what} to ${place}`).toMatch(/[一-龥]/)
    }
  },
  120_000,
)
