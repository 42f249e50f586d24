import './settings.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { declareTaskLimits } from '#kit/server/tasks/limits.ts'
import { articleTasks, declareArticles, servedArticles } from './article/article.server.ts'
import { categoryImport } from './category.import.ts'
import { declareCategory, servedCategory } from './category.server.ts'
import { servedConfig } from './config.server.ts'
import { dictImport } from './dict.import.ts'
import { declareDictionaries } from './dict.seeds.ts'
import { declareDictionary, dictTasks, servedDict } from './dict.server.ts'
import { seedDictionaries } from './dictionary.ts'
import { expressImport } from './express.import.ts'
import { seedExpress } from './express.seed.ts'
import { expressExport, servedExpress } from './express.server.ts'
import { seedFormTabs } from './form.tabs.ts'
import { keepSecretKey, settingsOf } from './form.ts'
import { baseForm, taskForm } from './forms.ts'
import { declareFormTemps, servedFormTemps } from './formTemp/formTemp.server.ts'
import { noticeJob, servedNotice } from './notice/notice.server.ts'
import { declareOutcomeNotices } from './notice/outcome.ts'
import { seedScenes } from './notice/scenes.ts'
import { regionImport } from './region.import.ts'
import { seedRegions } from './region.seed.ts'
import { declareRegions, servedRegions } from './region.server.ts'
import { keepBases } from './services/bases.ts'
import { expressJob } from './services/carriers.ts'
import { declareServiceTests } from './services/configTests.ts'
import { passExport, servedPass } from './services/pass.server.ts'
import { settingsFacts } from './settings.shared.ts'
import { shippingTemplateHandlers } from './shippingTemplate.server.ts'
import { reportsJob } from './sms/reports.ts'
import { smsJob } from './sms/sendSms.ts'
import { seedSms } from './sms/sms.seed.ts'
import { servedSms, smsExport } from './sms/sms.server.ts'
import { declareSmsSender } from './sms/smsSender.ts'
import { wordImport } from './words/words.import.ts'
import { seedWords } from './words/words.seeds.ts'
import { servedWords, wordTasks } from './words/words.server.ts'

declareDictionaries()

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
  register(context) {
    keepSecretKey(context.secretKey)
    keepBases(context.settings)
    declareCategory()
    declareDictionary()
    declareRegions()
    declareServiceTests(context.settings)
    declareSmsSender()
    shippingTemplateHandlers.register()
    declareArticles()
    declareFormTemps()
    declareOutcomeNotices()
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
    })
  },
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
