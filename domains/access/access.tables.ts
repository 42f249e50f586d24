import type { Made, TablesOf } from '#kit/server/database.ts'
import type { accessEntities } from './access.entities.ts'

/** Why a session ended. Platform §2.3. */
export type EndReason = 'loggedOut' | 'expired' | 'kicked' | 'pwdChanged' | 'disabled'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof accessEntities> {
    roleMenu: { rid: number; menuId: number }
    /** the newest row of a person is the password in force */
    adminPwdHistory: {
      id: Made<number>
      adminId: number
      hash: string
      setTime: Made<Date>
      /** until when a temporary password lets its owner in */
      expireTime: Date | null
    }
    adminSession: {
      id: Made<number>
      adminId: number
      tokenHash: string
      ip: Made<string>
      location: Made<string>
      device: Made<string>
      browser: Made<string>
      os: Made<string>
      /** web or wechat */
      channel: Made<string>
      loginTime: Made<Date>
      lastTime: Made<Date>
      expireTime: Date
      endTime: Date | null
      endReason: Made<EndReason | ''>
    }
    loginGuard: {
      /** pair (account and address), account, inside or ip */
      scope: string
      key: string
      failCount: Made<number>
      windowStart: Made<Date>
      lockUntil: Date | null
      lockTimes: Made<number>
    }
    adminTotp: {
      adminId: number
      /** encrypted */
      secret: string
      /** hashes of the codes not used yet */
      recovery: Made<string[]>
      lastStep: Made<number>
      confirmTime: Date | null
    }
    loginTicket: {
      ticketHash: string
      adminId: number
      channel: Made<'web' | 'wechat'>
      openid: Made<string>
      hint: Made<string>
      expireTime: Date
    }
    captcha: { key: string; answerHash: string; expireTime: Date }
    loginLog: {
      id: Made<number>
      time: Made<Date>
      adminId: number | null
      account: string
      /** 1 in, 0 refused */
      result: number
      message: string
      channel: string
      ip: string
      location: string
      device: string
      browser: string
      os: string
      requestId: string
    }
    permVersion: { one: Made<boolean>; version: Made<number> }
    /** encrypted; oldSecret is '' when there is none */
    openSecret: { appId: number; secret: string; oldSecret: Made<string>; webhookSecret: string }
    openToken: { tokenHash: string; appId: number; expireTime: Date }
    customerSession: {
      id: Made<number>
      tokenHash: string
      appId: number
      uid: number
      ip: Made<string>
      createTime: Made<Date>
      expireTime: Date
    }
    openAppDay: {
      appId: number
      day: string
      calls: Made<number>
      refused: Made<number>
      slot: Made<number>
      inSlot: Made<number>
    }
    openLog: {
      id: Made<number>
      time: Made<Date>
      appId: number
      method: string
      path: string
      code: number
      message: Made<string>
      ms: Made<number>
      ip: Made<string>
      requestId: Made<string>
      uid: number | null
    }
    webhookEvent: {
      id: Made<number>
      createTime: Made<Date>
      appId: number
      eventId: string
      type: string
      eventKey: Made<string>
      payload: Made<Record<string, unknown>>
      status: Made<number>
      attempts: Made<number>
      nextTime: Made<Date>
      sentTime: Made<Date | null>
      httpStatus: Made<number | null>
      response: Made<string>
      lastError: Made<string>
    }
  }
}
