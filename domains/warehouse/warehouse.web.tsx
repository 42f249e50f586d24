import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { appointWeb } from './appoint/appoint.part.web.tsx'
import { documentWeb } from './document/document.part.web.tsx'
import { placeWeb } from './place/place.part.web.tsx'
import { stockWeb } from './stock/stock.part.web.tsx'

/** The screens of the room. Warehouse §4. */
export const warehouseWeb: RoomWeb = {
  name: 'warehouse',
  pages: () => import('./pages.ts'),
  ...joinWeb(placeWeb, stockWeb, documentWeb, appointWeb),
}
