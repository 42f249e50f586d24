// npm run admin:reset -- --account x: lost access. Platform §14.1.
import { resetAdmin } from '#domains/access/access.door.ts'
import { optionsOf, withHouse } from './house.ts'

await withHouse(async ({ db }) => {
  const usage = 'npm run admin:reset -- --account 账号'
  const { account } = optionsOf(usage, 'account')
  if (account === undefined) throw new Error(`用法：${usage}`)
  console.log(`账号 ${account} 的新密码：${await resetAdmin(db, account)}\n登录后须修改密码`)
})
