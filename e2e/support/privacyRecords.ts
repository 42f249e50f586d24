// One record of everything that concerns how consumers come, become one, are forgotten and leave the house in files.
import { inserted, numberOf } from './database.ts'
import { ask, phone, unique } from './people.ts'

const user = async (): Promise<number> =>
  (await ask('POST', '/admin/user/save', { phone: phone(), nickname: unique('客') })).id

/** A company whose employees buy, with one of them. */
export async function groupWithEmployee(): Promise<{ id: number; name: string; realName: string }> {
  const name = unique('团购')
  const realName = unique('员工')
  const id = await inserted(
    `insert into "groupBuying" ("groupNo", "name", "shoudaId", "joinCode", "joinModes", "startTime", "endTime", "inForce")
     values ($1, $2, $3, $4, '{1,2,3}', now() - interval '1 day', now() + interval '30 days', 1) returning "id"`,
    [unique('TG'), name, 9_000_000 + (await numberOf('groupBuying')), unique('C').slice(-8)],
  )
  await inserted(
    `insert into "groupBuyEmployee" ("groupBuyingId", "groupNo", "empNo", "realName", "phone", "status", "joinMode")
     select "id", "groupNo", 'A1', $2, $3, 0, 3 from "groupBuying" where "id" = $1 returning "id"`,
    [id, realName, phone()],
  )
  return { id, name, realName }
}

/** An application to merge two accounts that waits. */
export async function waitingMerge(): Promise<number> {
  const [fromUid, toUid] = [await user(), await user()]
  const { token } = await ask<{ token: string }>('POST', '/admin/user/merge/preview', { fromUid, toUid })
  const { id } = await ask('POST', '/admin/user/merge/save', {
    ...{ fromUid, toUid, token, reason: '同一人的两个账号', words: '确认合并', submit: 1 },
  })
  return id
}

export async function privacyPages(): Promise<Record<string, string>> {
  const { id: code } = await ask('POST', '/admin/user/invitation/save', { name: unique('拉新'), codeType: 3 })
  const group = await groupWithEmployee()
  const merge = await waitingMerge()
  const { id: erase } = await ask('POST', '/admin/user/erase/save', {
    ...{
      uid: await user(),
      reason: '不再使用',
      agreed: 1,
      evidence: [{ name: '申请.pdf', url: '/files/a.pdf' }],
    },
  })
  const { id: exported } = await ask('POST', '/admin/user/export', {
    columns: 'userNo,nickname',
    reason: '月度对账',
  })
  return {
    '/user/detail/:id': `/user/detail/${await user()}`,
    '/user/invitationcode/info/:id': `/user/invitationcode/info/${code}`,
    '/user/invitationcode/print': `/user/invitationcode/print?ids=${code}`,
    '/user/groupBuying/info/:id': `/user/groupBuying/info/${group.id}`,
    '/user/groupBuying/print': `/user/groupBuying/print?id=${group.id}`,
    '/user/groupBuying/employeeManagement/:id?': `/user/groupBuying/employeeManagement/${group.id}`,
    '/user/privacy/export/info/:id': `/user/privacy/export/info/${exported}`,
    '/user/privacy/export/examine/:id': `/user/privacy/export/examine/${exported}`,
    '/user/privacy/merge/edit/:id': `/user/privacy/merge/edit/${merge}`,
    '/user/privacy/merge/see/:id': `/user/privacy/merge/see/${merge}`,
    '/user/privacy/merge/examine/:id': `/user/privacy/merge/examine/${merge}`,
    '/user/privacy/merge/print': `/user/privacy/merge/print?ids=${merge}`,
    '/user/privacy/erase/edit/:id': `/user/privacy/erase/edit/${erase}`,
    '/user/privacy/erase/see/:id': `/user/privacy/erase/see/${erase}`,
    '/user/privacy/erase/examine/:id': `/user/privacy/erase/examine/${erase}`,
    '/user/privacy/erase/print': `/user/privacy/erase/print?ids=${erase}`,
  }
}
