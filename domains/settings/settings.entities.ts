import { article } from './article/article.entity.ts'
import { category } from './category.entity.ts'
import { dictData, dictType } from './dict.entity.ts'
import { express } from './express.entity.ts'
import { systemFormTemp } from './formTemp/formTemp.entity.ts'
import { adminNotice } from './notice/adminNotice.entity.ts'
import { systemNotification } from './notice/systemNotification.entity.ts'
import { systemCity } from './region.entity.ts'
import { passRecord } from './services/passRecord.entity.ts'
import { shippingTemplate } from './shippingTemplate.entity.ts'
import { smsRecord } from './sms/smsRecord.entity.ts'
import { smsTemplate } from './sms/smsTemplate.entity.ts'
import { sensitiveHit } from './words/sensitiveHit.entity.ts'
import { sensitiveScene } from './words/sensitiveScene.entity.ts'
import { sensitiveWord } from './words/sensitiveWord.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const settingsEntities = [
  category,
  dictType,
  dictData,
  systemCity,
  express,
  shippingTemplate,
  article,
  systemFormTemp,
  sensitiveWord,
  sensitiveScene,
  sensitiveHit,
  systemNotification,
  adminNotice,
  smsTemplate,
  smsRecord,
  passRecord,
] as const
