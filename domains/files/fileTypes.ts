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
  mp4: { mime: 'video/mp4', matches: says('ftyp', 4), inline: true },
  pdf: { mime: 'application/pdf', matches: says('%PDF-'), inline: true },
  doc: { mime: 'application/msword', matches: ole, inline: false },
  xls: { mime: 'application/vnd.ms-excel', matches: ole, inline: false },
  docx: { mime: `${OFFICE}wordprocessingml.document`, matches: zip, inline: false },
  xlsx: { mime: `${OFFICE}spreadsheetml.sheet`, matches: zip, inline: false },
  zip: { mime: 'application/zip', matches: zip, inline: false },
  csv: { mime: 'text/csv', matches: plainText, inline: false },
}

export const extensionOf = (fileName: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

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
