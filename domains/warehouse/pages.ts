import { directory, type Page } from '#kit/shared/pages.ts'
import { appointPages } from './appoint/pages.ts'
import { countPages } from './count/pages.ts'
import { documentPages } from './document/pages.ts'
import { exchangePages } from './exchange/pages.ts'
import { goodsPages } from './goods/pages.ts'
import { placePages, warehousePages } from './place/pages.ts'
import { sapDocsPages } from './sap/pages.ts'
import { scanPages } from './scan/pages.ts'
import { shipPages } from './ship/pages.ts'
import { stockPages } from './stock/pages.ts'

/** The pages of the room, part by part. Warehouse §4. */
const pages: readonly Page[] = [
  directory('warehouse', '仓库管理', { icon: 'HomeOutlined', sort: 908 }, warehousePages),
  directory('wms', '仓储管理', { icon: 'InboxOutlined', sort: 906 }, [...scanPages, ...stockPages, ...documentPages, ...goodsPages, ...placePages]),
  directory('wts', '仓储单据', { icon: 'FileTextOutlined', sort: 904 }, [
    ...shipPages,
    ...countPages,
    ...sapDocsPages,
    ...appointPages,
    ...exchangePages,
  ]),
]

export default pages
