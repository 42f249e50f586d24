import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { SCENES } from './sensitiveScene.entity.ts'
import { BUILT_IN, sensitiveWord, type WordAction } from './sensitiveWord.entity.ts'

interface Group {
  category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9
  action: WordAction
  words: string
}

// The advertising law forbids absolute terms (article 9); whether one is used as such, a person must decide.
const GROUPS: readonly Group[] = [
  {
    category: 5,
    action: 3,
    words:
      '国家级 世界级 宇宙级 最高级 最佳 最优 最好 最强 最先进 最低价 最便宜 最高端 最顶级 最新科技 第一品牌 ' +
      '全国第一 全网第一 销量第一 排名第一 独一无二 史无前例 前无古人 万能 顶级 极品 绝无仅有 全网最低 全国最低 ' +
      '世界领先 国际领先 遥遥领先 唯一指定 国家领导人推荐 特供 专供 驰名商标 国家免检 免检产品 永久有效 绝对安全 ' +
      '百分之百有效 根治 包治百病 药到病除 无副作用 零风险 稳赚不赔 保本保息',
  },
  {
    category: 4,
    action: 1,
    words:
      '代开发票 代办假证 办假证 网络赌博 赌博平台 博彩平台 六合彩 地下钱庄 刷单返利 套现养卡 信用卡套现 高利贷 ' +
      '裸贷 传销加盟 洗钱 跑分平台 假币出售 银行卡出售',
  },
  { category: 3, action: 1, words: '枪支弹药 买卖枪支 炸药配方 制造炸弹 冰毒 海洛因 摇头丸 迷奸药 蒙汗药' },
  { category: 2, action: 1, words: '色情网站 裸聊 援交 卖淫 嫖娼 成人电影 一夜情 约炮' },
  { category: 6, action: 2, words: '傻逼 操你妈 去死吧 王八蛋 狗娘养的 贱人 婊子 脑残' },
]

/** Scenes and built-in words a house begins with; what a later version adds is added. Platform §13.4. */
export async function seedWords(tx: Tx): Promise<void> {
  const scenes = await sql`
    insert into "sensitiveScene" ("scene")
    select "scene" from unnest(${sql.val(SCENES.map((one) => one.value))}::text[]) with ordinality as given("scene", "n")
    where not exists (select from "sensitiveScene" where "sensitiveScene"."scene" = given."scene")
    order by "n" returning "id"`.execute(tx)
  if (scenes.rows.length > 0) touch(tx, 'sensitiveScene')
  const known = new Set(
    (await tx.selectFrom('sensitiveWord').select('word').where('isDel', '=', 0).execute()).map((row) =>
      row.word.toLowerCase(),
    ),
  )
  const missing = GROUPS.flatMap(({ category, action, words }) =>
    words
      .split(' ')
      .filter((word) => !known.has(word))
      .map((word) => ({ word, category, action, source: BUILT_IN })),
  )
  if (missing.length === 0) return
  await tx.insertInto('sensitiveWord').values(missing).execute()
  touch(tx, sensitiveWord.name)
}
