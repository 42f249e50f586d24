import type { Made } from '#kit/server/database.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    /** which lots a reservation is bound to; rows that are used up stay as zeros */
    stockAlloc: { id: Made<number>; reserveId: number; stockLotId: number; q: number }
    /** closing figures of a day, in base units and cents */
    stockDaily: {
      id: Made<number>
      day: string
      warehouseId: number
      skuId: number
      open: number
      inQty: Made<number>
      outQty: Made<number>
      close: number
      /** by movement type, what came and went of it */
      moves: Made<Record<string, number>>
      inTransit: Made<number>
      amount: Made<number>
      createTime: Made<Date>
    }
  }
}
