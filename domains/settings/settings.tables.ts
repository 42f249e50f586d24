import type { Made, TableOf, TablesOf } from '#kit/server/database.ts'
import type { settingsEntities } from './settings.entities.ts'
import type { smsRecord } from './sms/smsRecord.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof settingsEntities> {
    /** what a channel reaches; a region stands for all below it */
    cityChannel: { channelId: number; cityId: number }
    noticeSent: {
      id: Made<number>
      mark: string
      source: string
      kind: string
      receiverId: number
      channel: string
      /** 1 handed over, 2 failed */
      status: Made<number>
      error: Made<string>
      createTime: Made<Date>
    }
    /** what a member of staff does not want to be told by a channel */
    noticeRefusal: { adminId: number; mark: string; channel: string }
    smsRecord: TableOf<typeof smsRecord> & {
      /** what a code's message says, sealed, until it is delivered or given up */
      sealed: Made<string>
      /** the provider's number of the template */
      tempId: Made<string>
      leaseUntil: Date | null
    }
    smsCode: {
      id: Made<number>
      phone: string
      scene: string
      codeHash: string
      ip: string
      tries: Made<number>
      expireTime: Date
      usedTime: Date | null
      createTime: Made<Date>
    }
    smsReply: { id: Made<number>; providerId: string; phone: string; content: string; createTime: Made<Date> }
    passAccount: {
      id: Made<number>
      account: string
      phone: string
      /** sealed; '' when nobody is signed in */
      token: string
      failCount: number
      lockUntil: Date | null
      loginTime: Date | null
    }
    /** who may change the account's phone, and until when */
    passCheck: { sessionId: number; expireTime: Date }
    /** the paid services: how many units there were, are left and were used */
    passService: {
      type: string
      open: 0 | 1
      num: number
      surp: number
      used: number
      sign: string
      newSign: string
      signStatus: number | null
      com: string
      tempId: string
      siid: string
      toName: string
      toTel: string
      toAddress: string
      warnedDay: string | null
    }
    expressTrace: { com: string; num: string; phone: string; answer: unknown; time: Made<Date> }
    expressTemplate: { com: string; answer: unknown; time: Made<Date> }
    expressLabel: {
      parcelSn: string
      com: string
      expressNo: Made<string>
      labelUrl: Made<string>
      leaseUntil: Date | null
      createTime: Made<Date>
    }
    /** values of the keys that forms declare; a key nobody set has no row */
    systemConfig: {
      id: Made<number>
      name: string
      title: string
      formId: number
      /** text, or the sealed text of a secret */
      value: string
      status: Made<number>
      updateTime: Made<Date>
      updateBy: number | null
    }
    /** every change of a key, the texts of secrets left out; append-only */
    systemConfigHistory: {
      id: Made<number>
      formId: number
      name: string
      before: string
      after: string
      createTime: Made<Date>
      createBy: number | null
    }
    /** the version of a form's values; its row is also the lock of a save */
    systemConfigForm: { formId: number; version: Made<number> }
  }
}
