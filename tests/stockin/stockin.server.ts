import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { stockinDocument } from './stockin.document.ts'
import { stockinFacts } from './stockin.shared.ts'

const stockinPart = serveDocument(stockinDocument, {
  importing: { key: 'sourceNo', lines: ['lines'] },
  process: {
    fields: [{ name: 'lineCount', label: '明细行数' }],
    vars: (_tx, row) => ({ lineCount: row.lines.length }),
  },
})

export const stockinRoom: RoomServer = { facts: stockinFacts, ...joinServer(stockinPart) }
