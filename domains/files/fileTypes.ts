export { extensionOf } from '#kit/shared/media.ts'

/** How a kind of file is recognised by its first bytes, and how a browser may show it. */
interface FileType {
  mime: string
  matches(head: Buffer): boolean
  /** shown in the browser; everything else is only saved */
  inline: boolean
}

const starts =
  (...bytes: number[]) =>
  (head: Buffer) =>
    bytes.every((byte, index) => head[index] === byte)
const says =
  (text: string, at = 0) =>
  (head: Buffer) =>
    head.toString('latin1', at, at + text.length) === text
const zip = starts(0x50, 0x4b, 0x03, 0x04)
const ole = starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const movie = says('ftyp', 4)
const QUICKTIME_ATOMS = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const quicktime = (head: Buffer) =>
  movie(head) ? says('qt  ', 8)(head) : QUICKTIME_ATOMS.some((atom) => says(atom, 4)(head))
// What QuickTime writes is named mov.
const mpeg4 = (head: Buffer) => movie(head) && !says('qt  ', 8)(head)
const ebml = starts(0x1a, 0x45, 0xdf, 0xa3)
const plainText = (head: Buffer) => !head.includes(0) && !/^\s*</.test(head.toString('latin1'))

const jpeg: FileType = { mime: 'image/jpeg', matches: starts(0xff, 0xd8, 0xff), inline: true }
const OFFICE = 'application/vnd.openxmlformats-officedocument.'

const types: Record<string, FileType> = {
  jpg: jpeg,
  jpeg,
  png: {
    mime: 'image/png',
    matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    inline: true,
  },
  gif: { mime: 'image/gif', matches: says('GIF8'), inline: true },
  bmp: { mime: 'image/bmp', matches: says('BM'), inline: true },
  ico: { mime: 'image/x-icon', matches: starts(0, 0, 1, 0), inline: true },
  mp4: { mime: 'video/mp4', matches: mpeg4, inline: true },
  m4v: { mime: 'video/x-m4v', matches: mpeg4, inline: true },
  mov: { mime: 'video/quicktime', matches: quicktime, inline: true },
  m2v: {
    mime: 'video/mpeg',
    // A stream of pictures alone, or a programme with sound.
    matches: (head) => starts(0, 0, 1, 0xb3)(head) || starts(0, 0, 1, 0xba)(head),
    inline: false,
  },
  mkv: {
    mime: 'video/x-matroska',
    matches: (head) => ebml(head) && head.includes('matroska'),
    inline: false,
  },
  rmvb: { mime: 'application/vnd.rn-realmedia-vbr', matches: says('.RMF'), inline: false },
  wmv: {
    mime: 'video/x-ms-wmv',
    matches: starts(
      0x30,
      0x26,
      0xb2,
      0x75,
      0x8e,
      0x66,
      0xcf,
      0x11,
      0xa6,
      0xd9,
      0x00,
      0xaa,
      0x00,
      0x62,
      0xce,
      0x6c,
    ),
    inline: false,
  },
  avi: {
    mime: 'video/x-msvideo',
    matches: (head) => says('RIFF')(head) && says('AVI ', 8)(head),
    inline: false,
  },
  flv: { mime: 'video/x-flv', matches: says('FLV\u0001'), inline: false },
  pdf: { mime: 'application/pdf', matches: says('%PDF-'), inline: true },
  doc: { mime: 'application/msword', matches: ole, inline: false },
  xls: { mime: 'application/vnd.ms-excel', matches: ole, inline: false },
  docx: { mime: `${OFFICE}wordprocessingml.document`, matches: zip, inline: false },
  xlsx: { mime: `${OFFICE}spreadsheetml.sheet`, matches: zip, inline: false },
  zip: { mime: 'application/zip', matches: zip, inline: false },
  csv: { mime: 'text/csv', matches: plainText, inline: false },
}

/** The type of an extension; undefined for all that is not taken, whatever the settings say (svg, html, …). */
export const typeOf = (extension: string): FileType | undefined =>
  Object.hasOwn(types, extension) ? types[extension] : undefined

/** The MIME types of extensions and MIME types mixed, as filters name them. */
export function mimesOf(list: string): string[] {
  return list.split(',').flatMap((part) => {
    const text = part.trim().toLowerCase()
    return text === '' ? [] : [text.includes('/') ? text : (typeOf(text)?.mime ?? text)]
  })
}
