// A tag by a rule with a user of it, and the addresses of its pages.
import { ask, phone, unique } from './people.ts'

const TAG = '/admin/user/tag'

export async function tagPages(): Promise<Record<string, string>> {
  const { id } = await ask('POST', `${TAG}/save`, {
    name: unique('标签'),
    tagType: 2,
    conditions: {
      match: 'all',
      items: [
        { field: 'payAmount', op: 'ge', value: '300.00', window: { type: 'lastDays', n: 30 } },
        {
          match: 'any',
          items: [
            { field: 'sex', op: 'in', value: [2] },
            { field: 'age', op: 'between', value: [18, 30] },
          ],
        },
      ],
    },
  })
  const uid = (await ask('POST', '/admin/user/save', { phone: phone(), nickname: unique('客') })).id
  await ask('POST', '/admin/user/tag', { id: uid, tagId: id })
  await ask('POST', `${TAG}/run/${id}`)
  return {
    '/user/label/users/:id': `/user/label/users/${id}`,
    '/tag/userLabel/edit/:id?': `/tag/userLabel/edit/${id}`,
    '/tag/userLabel/info/:id?': `/tag/userLabel/info/${id}`,
  }
}
