import './settings.tables.ts'

/** What other rooms use of the settings. Doors §4. */
export { type ArticleCard, articleCard } from './article/article.card.ts'
export { CATEGORY_TYPES, type CategoryType, category } from './category.entity.ts'
export { idsOfPath } from './category.rules.ts'
export {
  categoriesBelow,
  categoryFacts,
  categoryPath,
  declareCategoryCounts,
  readTree,
} from './category.tree.ts'
export { declareConfigTest } from './configTest.ts'
export { CHANNELS } from './dict.entity.ts'
export { type DictEntry, dictValues, visibleScopes } from './dict.memory.ts'
export { type DictSeed, declareDict } from './dictionary.ts'
export { declareForms, type Form, form, settingsOf } from './form.ts'
export { baseForm, goodsForm, retentionForm, taskForm, uploadForm } from './forms.ts'
export { declareFormValues } from './formTemp/formTemp.server.ts'
export type { Freight, FreightLine } from './freight.rules.ts'
export { type NoticeAbout, noticesAbout } from './notice/noticesAbout.ts'
export { notify } from './notice/notify.ts'
export { sceneSms } from './notice/sceneSms.ts'
export { allScenes, declareScene, type SceneSeed } from './notice/scenes.ts'
export {
  declareHolders,
  declareReach,
  declareReceiver,
  declareSender,
  holdersOf,
  type NoticeParams,
  type OutChannel,
  type Receiver,
  type Sending,
} from './notice/senders.ts'
export { isReachable, regionPath } from './region.memory.ts'
export { passState } from './services/account.ts'
export { expressLabel, expressTrace, type LabelRequest } from './services/carriers.ts'
export { copyForm, onepassKeys } from './services/services.forms.ts'
export { giveUnits, spendUnits, takeUnits, unitsLeft } from './services/units.ts'
export { freight } from './shippingTemplate.server.ts'
export { checkCode, sendCode } from './sms/codes.ts'
export { type Sms, type SmsState, sendSms } from './sms/sendSms.ts'
export { declareSensitiveScene, type Guarded, guardWords, isHeld } from './words/guardWords.ts'
export { type Checked, checkWords } from './words/words.memory.ts'
