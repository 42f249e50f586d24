import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** What the bank brings to the browser at its start. Orders §6.10. */
export const bankWeb: WebPart = {
  register() {
    declareMasterOptions('vacct', '虚拟账户', '/admin/cust/vacct/head', '/user/vacct')
  },
}
