import { type Asked, done, listen, refused, type Told } from './listen.ts'
import type { Listening } from './local.ts'

export interface FakeExpress {
  /** waybills by the requestId they were asked for with */
  labels: Map<string, string>
  /** how often each path was asked */
  asked: string[]
  /** the next so many calls answer HTTP 500 */
  failNext: number
  companies: { code: string; name: string; partnerId?: boolean; elec?: boolean }[]
  answer(asked: Asked): Told
}

const UNKNOWN = 'UNKNOWN'

/** The stand-in of whoever knows where parcels are and prints waybills. */
export function makeFakeExpress(): FakeExpress {
  const fake: FakeExpress = {
    labels: new Map(),
    asked: [],
    failNext: 0,
    companies: [
      { code: 'shunfeng', name: '顺丰速运', partnerId: true, elec: true },
      { code: 'zhongtong', name: '中通快递', elec: true },
    ],
    answer,
  }
  return fake

  function answer({ path, body }: Asked): Told {
    fake.asked.push(path)
    if (fake.failNext > 0) {
      fake.failNext -= 1
      return { http: 500 }
    }
    if (path === 'ping') return done({ name: '物流测试服务' })
    if (path === 'trace') return trace(String(body.num))
    if (path === 'templates')
      return done({
        list: [
          { temp_id: `${body.com}-100`, title: '标准一联单 100×180', pic: '' },
          { temp_id: `${body.com}-76`, title: '便携一联单 76×130', pic: '' },
        ],
      })
    if (path === 'companies') return done({ list: fake.companies })
    if (path === 'label') return label(String(body.requestId), String(body.com))
    return refused('接口不存在', 404)
  }

  function trace(num: string): Told {
    if (num.startsWith(UNKNOWN)) return refused('查无结果')
    return done({
      state: 3,
      list: [
        { time: '2026-01-03 10:20:00', status: '已签收，签收人：本人', location: '上海市' },
        { time: '2026-01-03 08:05:00', status: '快件正在派送', location: '上海市' },
        { time: '2026-01-01 18:40:00', status: '已揽收', location: '杭州市' },
      ],
    })
  }

  function label(requestId: string, com: string): Told {
    const number = fake.labels.get(requestId) ?? `${com.slice(0, 2).toUpperCase()}${1e9 + fake.labels.size}`
    fake.labels.set(requestId, number)
    return done({ expressNo: number, labelUrl: `https://labels.example.com/${number}.png` })
  }
}

/** The same on a port of its own. */
export async function startFakeExpress(): Promise<FakeExpress & Listening> {
  const fake = makeFakeExpress()
  return Object.assign(fake, await listen(fake.answer))
}
