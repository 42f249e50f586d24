import { documentFacts } from '#kit/shared/declareDocument.ts'
import type { RoomFacts } from '#kit/shared/room.ts'
import pages from './pages.ts'
import { stockin, stockinDocument } from './stockin.document.ts'

export const stockinFacts: RoomFacts = {
  name: 'sample',
  layer: 99,
  label: '示例',
  entities: [stockin],
  pages,
  ...documentFacts(stockinDocument),
}
