import { numberOf } from './database.ts'
import { ask, phone, unique } from './people.ts'

const PICTURE = '/favicon.png'

/** A level, a task and somebody who has both before them. */
export async function levelPages(): Promise<Record<string, string>> {
  const grade = await numberOf('memberGrade')
  const level = await ask('POST', '/admin/system/user/level/save', {
    ...{ levelType: 3, name: unique('客户'), grade: (grade % 90) + 1, icon: PICTURE },
  })
  const task = await ask('POST', '/admin/user/task/save', {
    ...{ name: unique('任务'), taskType: 4, target: '1', period: 2, experience: 1, icon: PICTURE },
  })
  const user = await ask('POST', '/admin/user/save', { phone: phone(), nickname: unique('会员') })
  return {
    '/user/addVipLevel/:id?': `/user/addVipLevel/${level.id}`,
    '/user/levelUserInfo/:uid?': `/user/levelUserInfo/${user.id}`,
    '/user/addVipTask/:id?': `/user/addVipTask/${task.id}`,
    '/user/addVipTask/:id/:info': `/user/addVipTask/${task.id}/see`,
  }
}
