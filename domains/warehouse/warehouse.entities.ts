import { appointEntities } from './appoint/appoint.entities.ts'
import { countEntities, documentEntities } from './document/document.entities.ts'
import { wmsProduct } from './goods/wmsProduct.entity.ts'
import { wareHouseConfig } from './place/config.entity.ts'
import { section } from './place/section.entity.ts'
import { warehouse } from './place/warehouse.entity.ts'
import { sapBill } from './sap/sapBill.entity.ts'
import { sapDailyFullStock, sapDailyStockLine } from './sap/sapDailyFullStock.entity.ts'
import { sapDeliveryOrder } from './sap/sapDeliveryOrder.entity.ts'
import { shipEntities } from './ship/ship.entities.ts'
import { stockEntities } from './stock/stock.entities.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const warehouseEntities = [
  warehouse,
  section,
  wareHouseConfig,
  wmsProduct,
  ...stockEntities,
  ...documentEntities,
  ...countEntities,
  ...shipEntities,
  sapBill,
  sapDeliveryOrder,
  sapDailyFullStock,
  sapDailyStockLine,
  ...appointEntities,
] as const
