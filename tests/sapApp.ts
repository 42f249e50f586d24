// An application that speaks for SAP, and goods with numbers of SAP.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'
import type { Db } from '#kit/server/database.ts'

/** Registers an application of scope sap and answers how it sends a message. */
export async function sapApp(app: TestApp, token: string) {
  const saved = await app.request<{ appKey: string; appSecret: string }>('POST', '/admin/open/app/save', {
    token,
    body: { name: 'SAP', channelId: 1201, scopes: ['sap'] },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = createHmac('sha256', saved.data.appSecret)
    .update(`${saved.data.appKey}\n${timestamp}`)
    .digest('hex')
  const given = await app.request<{ accessToken: string }>('POST', '/open/token', {
    body: { appKey: saved.data.appKey, timestamp, sign },
  })
  const headers = { authorization: `Bearer ${given.data.accessToken}` }
  return (path: string, body: object) =>
    app.request<{ id: number; repeated: boolean }>('POST', `/open/sap/${path}/save`, { headers, body })
}

/** SAP's numbers of skus: M0, M1, … with the word before. */
export async function numberGoods(db: Db, skuIds: readonly number[], word = 'M'): Promise<void> {
  for (const [at, id] of skuIds.entries())
    await sql`update "product" set "sapCode" = ${`${word}${at}`} where "id" = (select "productId" from "sku" where "id" = ${id})`.execute(
      db,
    )
}

/** Gives a warehouse its place in SAP. */
export async function mapPlace(db: Db, warehouseId: number, plant: string, location = 'L001'): Promise<void> {
  await sql`update "warehouse" set "sapPlant" = ${plant}, "sapStorageLocation" = ${location} where "id" = ${warehouseId}`.execute(
    db,
  )
}
