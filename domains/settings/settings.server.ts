import './settings.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareCache } from '#kit/server/cache.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareDictCheck } from '#kit/server/dictCheck.ts'
import { declareStep } from '#kit/server/home.ts'
import { declareEntityRef, declareRef } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { declareTaskLimits } from '#kit/server/tasks/limits.ts'
import { articleRegistrations, articleTasks, servedArticles } from './article/article.server.ts'
import { categoryImport } from './category.import.ts'
import { categoryReference } from './category.reference.ts'
import { servedCategory } from './category.server.ts'
import { configCalls } from './config.calls.ts'
import { servedConfig } from './config.server.ts'
import { fillSettings } from './demo.server.ts'
import { dictImport } from './dict.import.ts'
import { dictCache, dictValueNamed, dictWordsOf, hasDictValue } from './dict.memory.ts'
import { dictionaries } from './dict.seeds.ts'
import { dictTasks, servedDict } from './dict.server.ts'
import { seedDictionaries } from './dictionary.ts'
import { expressImport } from './express.import.ts'
import { seedExpress } from './express.seed.ts'
import { expressExport, servedExpress } from './express.server.ts'
import { seedFormTabs } from './form.tabs.ts'
import { configCache, declareForms, settingsOf } from './form.ts'
import { baseForm, goodsForm, logisticsForm, retentionForm, taskForm, uploadForm } from './forms.ts'
import { servedFormTemps } from './formTemp/formTemp.server.ts'
import { noticeJob, servedNotice } from './notice/notice.server.ts'
import { outcomeNotices } from './notice/outcome.ts'
import { declareScene, seedScenes } from './notice/scenes.ts'
import { regionImport } from './region.import.ts'
import { regionCache } from './region.memory.ts'
import { seedRegions } from './region.seed.ts'
import { regionReference, servedRegions } from './region.server.ts'
import { expressJob } from './services/carriers.ts'
import { serviceTests } from './services/configTests.ts'
import { passExport, servedPass } from './services/pass.server.ts'
import { copyForm, expressForm, labelForm } from './services/services.forms.ts'
import { LOW } from './services/units.ts'
import { settingsFacts } from './settings.shared.ts'
import { shippingTemplateHandlers } from './shippingTemplate.server.ts'
import { reportsJob, smsEvents } from './sms/reports.ts'
import { smsJob } from './sms/sendSms.ts'
import { smsForm } from './sms/sms.form.ts'
import { seedSms } from './sms/sms.seed.ts'
import { servedSms, smsExport } from './sms/sms.server.ts'
import { smsSender } from './sms/smsSender.ts'
import { HIT_SCENE } from './words/guardWords.ts'
import { wordImport } from './words/words.import.ts'
import { wordCache, wordSceneCache } from './words/words.memory.ts'
import { seedWords } from './words/words.seeds.ts'
import { servedWords, wordTasks } from './words/words.server.ts'

export const settingsRoom: RoomServer = {
  facts: settingsFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    ...servedCategory,
    ...servedConfig,
    ...servedDict,
    ...servedRegions,
    ...servedExpress,
    ...shippingTemplateHandlers.served,
    ...servedWords,
    ...servedArticles,
    ...servedPass,
    ...servedSms,
    ...servedNotice,
    ...servedFormTemps,
  ],
  tasks: [
    categoryImport,
    dictImport,
    expressImport,
    regionImport,
    expressExport,
    ...shippingTemplateHandlers.tasks,
    wordImport,
    ...dictTasks,
    ...wordTasks,
    ...articleTasks,
    passExport,
    smsExport,
  ],
  jobs: [noticeJob, smsJob, reportsJob, expressJob],
  registers: [
    ...dictionaries,
    ...declareForms(
      baseForm,
      uploadForm,
      taskForm,
      retentionForm,
      logisticsForm,
      goodsForm,
      smsForm,
      copyForm,
      expressForm,
      labelForm,
    ),
    declareStep('site', {
      label: '填写网站地址，上传LOGO',
      hint: '系统设置 / 设置',
      to: '/operation/setting',
      permission: configCalls.saveForm.permission,
      async done(db) {
        const { site_url, site_logo_lefttop } = await settingsOf(db, baseForm)
        return Boolean(site_url && site_logo_lefttop)
      },
    }),
    ...[configCache, dictCache, regionCache, wordCache, wordSceneCache].map(declareCache),
    // Categories of every type can be referred to; hidden ones too, so that a record may be filed before they show.
    declareRef('category', categoryReference),
    declareEntityRef('dictType', 'dictName'),
    declareEntityRef('dictData', 'dictLabel'),
    declareDictCheck(hasDictValue, dictValueNamed, dictWordsOf),
    declareRef('city', regionReference),
    ...serviceTests,
    smsSender,
    ...smsEvents,
    declareScene(LOW),
    declareScene(HIT_SCENE),
    ...shippingTemplateHandlers.registers,
    ...articleRegistrations,
    declareEntityRef('systemFormTemp', 'name'),
    ...outcomeNotices,
    declareDemo('masters', fillSettings),
    declareTaskLimits(async (db) => {
      const set = await settingsOf(db, taskForm)
      const { watermark } = await settingsOf(db, baseForm)
      return {
        marked: watermark === 1,
        importMaxMb: set.import_max_mb,
        exportMaxRows: set.export_max_rows,
        keepDays: set.task_keep_days,
        concurrency: set.task_concurrency,
        perPerson: set.task_per_person,
      }
    }),
  ],
  async seed(tx) {
    await seedDictionaries(tx)
    await seedFormTabs(tx)
    await seedRegions(tx)
    await seedExpress(tx)
    await seedWords(tx)
    await seedScenes(tx)
    await seedSms(tx)
  },
}
