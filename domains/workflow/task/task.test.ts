import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { end, lineJson, node, processJson, start, task } from '../../../tests/processJson.ts'
import { type Desk, deploy, openTasks, users, workplace } from '../../../tests/workflow.ts'
import type { Trace } from '../instance/instance.calls.ts'
import type { TaskInfo } from './task.calls.ts'

type Row = Record<string, unknown>
interface List {
  list: Row[]
  total: number
}

let app: TestApp
let starter: Person
let ann: Person
let bob: Person
let cat: Person
let stranger: Person
let at: Desk

beforeAll(async () => {
  const place = await workplace(['starter', 'ann', 'bob', 'cat', 'stranger'])
  ;({ app, at } = place)
  ;({ starter, ann, bob, cat, stranger } = place.people)
  // Cat holds bob's role too.
  await app.db
    .updateTable('admin')
    .set({ roles: [cat.roleId, bob.roleId] })
    .where('id', '=', cat.adminId)
    .execute()
  const apply = task('apply', 'applicant')
  await deploy(app, lineJson('leave', [apply, task('lead', users(ann)), task('boss', `role:${bob.roleId}`)]))
  await deploy(app, lineJson('both', [apply, task('either', users(ann, bob)), task('last', users(cat))]))
  const votes = (type: string, condition = '') => ({
    performType: 'ALL',
    field: { countersignType: type, countersignCompletionCondition: condition },
  })
  const voters = users(ann, bob, cat)
  await deploy(app, lineJson('votes', [task('vote', voters, votes('PARALLEL', '#nrOfAgreedInstances >= 2'))]))
  await deploy(app, lineJson('line', [task('vote', voters, votes('SEQUENTIAL'))]))
  await deploy(
    app,
    lineJson('form', [
      apply,
      task('fill', users(ann), {
        field: { fieldRights: '{"amount":"edit","secret":"hidden"}' },
        fields: [
          { name: 'amount', displayName: '金额', type: 'number' },
          { name: 'note', displayName: '备注', type: 'text', attrs: [{ name: 'rows', value: '3' }] },
        ],
      }),
    ]),
  )
  await deploy(
    app,
    lineJson('veiled', [
      apply,
      task('hide', users(ann), { field: { fieldRights: '{"secret":"hidden"}' } }),
      task('show', users(bob)),
    ]),
  )
  await deploy(
    app,
    lineJson('choose', [
      apply,
      task('pick', '', { field: { candidateUsers: `${ann.adminId},${bob.adminId}` } }),
    ]),
  )
  await deploy(
    app,
    processJson(
      'fork',
      [
        start(),
        node('split', 'fork'),
        task('left', users(ann)),
        task('right', users(bob)),
        node('meet', 'join'),
        end(),
      ],
      [
        ['start', 'split'],
        ['split', 'left'],
        ['split', 'right'],
        ['left', 'meet'],
        ['right', 'meet'],
        ['meet', 'end'],
      ],
    ),
  )
  await deploy(app, lineJson('inner', [task('deep', users(bob))]))
  await deploy(
    app,
    lineJson('outer', [apply, node('sub', 'wfSubProcess', { form: 'inner' }), task('after', users(ann))]),
  )
})
afterAll(() => app.close())

const reason = (answer: { code: number; data: unknown }) => [answer.code, Object(answer.data).reason]

describe('a process from its start to its end', () => {
  test('words that few and that thousands of instances have find the same tasks and instances', async () => {
    const begin = () => at.start(starter, 'leave', { title: '请假众多', variables: { days: 3 } })
    const found = async (who: Person, path: string) => {
      const { data } = await at.ask<List>(who, path, { keywords: '众多' })
      return [data.total, data.list[0]?.id]
    }
    const first = await begin()
    const [one, taskId] = await found(ann, 'task/list')
    expect([one, await found(starter, 'instance/list')]).toEqual([1, [1, first]])
    // One that is started later is found at once, although the ids of the words are kept.
    const second = await begin()
    expect(await found(starter, 'instance/list')).toEqual([2, second])
    expect((await found(ann, 'task/list'))[0]).toBe(2)
    await sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "title", "starterId")
      select 9000000 + n, 9000000 + n, "definitionId", "processName", 'ZD' || n, "title", "starterId"
      from "processInstance", generate_series(1, 1001) n where "id" = ${first}`.execute(app.db)
    const third = await begin()
    expect(await found(starter, 'instance/list')).toEqual([1004, third])
    const [three, newest] = await found(ann, 'task/list')
    expect(three).toBe(3)
    expect(Number(newest)).toBeGreaterThan(Number(taskId))
    await sql`delete from "processInstance" where "id" > 9000000`.execute(app.db)
  })

  test('some fields of a list of tasks tell what they tell among all', async () => {
    const id = await at.start(starter, 'leave', { title: '所问各列' })
    await at.act(ann, id, 'lead', 'agree')
    const asked = [
      'title,actions',
      'processTitle,claimedBy',
      'overdue,starterId,batch',
      'createTime,endTime,result',
    ]
    for (const [person, tab, actions] of [
      [bob, 'todo', ['claim', 'agree']],
      [ann, 'done', ['pullBack']],
    ] as const) {
      const listed = async (more: Record<string, string>) =>
        (await at.ask<List>(person, 'task/list', { keywords: '所问各列', tab, ...more })).data.list
      const [whole = {}] = await listed({})
      expect(whole).toMatchObject({ title: '所问各列', processTitle: 'leave流程', actions })
      for (const fields of asked) {
        const names = ['id', 'version', ...fields.split(',')]
        expect(await listed({ fields })).toEqual([
          Object.fromEntries(names.map((name) => [name, whole[name]])),
        ])
      }
    }
  })

  test('every list, page and history tells the same', async () => {
    const id = await at.start(starter, 'leave', { title: '请假三天', variables: { days: 3 } })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'lead', actors: `user:${ann.adminId}` }])

    const todo = await at.ask<List>(ann, 'task/list', { keywords: '三天' })
    expect(todo.data.total).toBe(1)
    expect(todo.data.list[0]).toMatchObject({
      title: '请假三天',
      node: 'lead',
      name: 'lead名',
      processTitle: 'leave流程',
      starterId: starter.adminId,
      batch: 1,
      actions: ['agree'],
    })
    const taskId = Number(todo.data.list[0]?.id)
    const info = await at.ask<TaskInfo>(ann, `task/info/${taskId}`)
    expect(info.data).toMatchObject({ variables: { days: 3 }, task: { state: 'open', actors: ['ann'] } })
    expect(info.data.actions.map((one) => one.action)).toEqual([
      'agree',
      'reject',
      'returnPrevious',
      'returnStarter',
      'returnTo',
      'transfer',
      'delegate',
      'addSigner',
      'assist',
      'copy',
    ])
    expect((await at.ask(stranger, `task/info/${taskId}`)).code).toBe(404)
    expect(reason(await at.call(stranger, `task/agree/${taskId}`))).toEqual([404, 'TASK_NOT_FOUND'])
    expect((await at.ask(stranger, `instance/info/${id}`)).code).toBe(404)
    expect((await at.ask(stranger, 'instance/trace', { id })).code).toBe(404)
    await at.done(ann, `task/agree/${taskId}`, { comment: '准', variables: { checked: true } })
    const twice = await at.call(ann, `task/agree/${taskId}`)
    expect(twice).toMatchObject({ code: 409, message: '任务已被处理', data: { reason: 'TASK_CLOSED' } })

    const next = await at.taskAt(id, 'boss')
    expect(reason(await at.call(ann, `task/agree/${next}`))).toEqual([422, 'FORBIDDEN'])
    await at.done(bob, `task/agree/${next}`)

    const instance = await at.ask(starter, `instance/info/${id}`)
    expect(instance.data).toMatchObject({
      instance: { state: 'approved', title: '请假三天' },
      variables: { days: 3, checked: true },
      children: [],
    })
    const { data } = await at.ask<{ instances: Trace[] }>(starter, 'instance/trace', { id })
    expect(data.instances).toHaveLength(1)
    expect(data.instances[0]?.highlight).toEqual({
      historyNodeNames: ['start', 'apply', 'lead', 'boss', 'end'],
      activeNodeNames: [],
      historyEdgeNames: ['w1', 'w2', 'w3', 'w4'],
    })
    const records = data.instances[0]?.records.map((one) => `${one.person.name}${one.label}`)
    expect(records).toEqual(['starter发起', 'starter同意', 'ann同意', 'bob同意', 'bob已通过'])
    const done = await at.ask<List>(ann, 'task/list', { tab: 'done' })
    expect(done.data.list[0]).toMatchObject({ id: taskId, result: 'agree', comment: '准' })
    const started = await at.ask<List>(starter, 'instance/list', { state: 'approved' })
    expect(started.data.list[0]).toMatchObject({ id, state: 'approved', nodeNames: [], actions: [] })
    const log = await app.db.selectFrom('operLog').selectAll().where('bizType', '=', 'processTask').execute()
    expect(log.map((one) => [one.title, one.adminName])).toContainEqual(['同意', 'ann'])
  })

  test('a start of what is not there, or stopped', async () => {
    const answer = await at.call(starter, 'instance/start', { processName: 'nothing' })
    expect(reason(answer)).toEqual([404, 'PROCESS_NOT_FOUND'])
  })

  test('the same key starts once; a task read before it changed is stale', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const body = { processName: 'leave' }
    const first = await at.call<{ id: number }>(starter, 'instance/start', body, headers)
    const again = await at.call<{ id: number }>(starter, 'instance/start', body, headers)
    expect(again.data).toEqual(first.data)
    const id = await at.taskAt(first.data.id, 'lead')
    const { data } = await at.ask<TaskInfo>(ann, `task/info/${id}`)
    await at.done(starter, `instance/urge/${first.data.id}`)
    const stale = await at.call(ann, `task/agree/${id}`, { version: data.task.version })
    expect([stale.code, stale.message]).toEqual([409, '数据已被他人修改，请刷新后重试'])
  })
})

describe('what people do to a task', () => {
  test('claim keeps it from the others until it is released', async () => {
    const id = await at.start(starter, 'leave', { title: '签收' })
    await at.act(ann, id, 'lead', 'agree')
    const boss = await at.taskAt(id, 'boss')
    const listed = async (person: Person) =>
      (await at.ask<List>(person, 'task/list', { keywords: '签收' })).data.list.map((one) => one.actions)
    expect(await listed(bob)).toEqual([['claim', 'agree']])
    await at.done(bob, `task/claim/${boss}`)
    expect(await listed(bob)).toEqual([['release', 'agree']])
    expect(await listed(cat)).toEqual([])
    const refused = await at.call(cat, `task/agree/${boss}`)
    expect(refused).toMatchObject({ code: 409, message: '任务已被「bob」签收' })
    // What would be refused is not offered.
    const seen = await at.ask<TaskInfo>(cat, `task/info/${boss}`)
    expect(seen.data.actions).toEqual([])
    await at.done(bob, `task/release/${boss}`)
    await at.done(cat, `task/agree/${boss}`)
    expect(await at.state(id)).toBe('approved')
  })

  test('a taken task waits for nobody who is asked besides, until it is released', async () => {
    const id = await at.start(starter, 'leave', { title: '签收后加签' })
    await at.act(ann, id, 'lead', 'agree')
    const boss = await at.taskAt(id, 'boss')
    const sees = async (person: Person) =>
      (await at.ask<List>(person, 'task/list', { keywords: '签收后加签' })).data.total
    await at.done(bob, `task/claim/${boss}`)
    await at.done(bob, `task/addSigner/${boss}`, { place: 'any', admins: [ann.adminId] })
    expect([await sees(bob), await sees(ann), await sees(cat)]).toEqual([1, 0, 0])
    await at.done(bob, `task/release/${boss}`)
    expect([await sees(bob), await sees(ann), await sees(cat)]).toEqual([1, 1, 1])
  })

  test('who could have done the task of a role sees it no more when somebody else has', async () => {
    const id = await at.start(starter, 'leave')
    await at.act(ann, id, 'lead', 'agree')
    const boss = await at.taskAt(id, 'boss')
    const read = async () => (await at.ask(bob, `task/info/${boss}`)).code
    expect(await read()).toBe(200)
    await at.done(cat, `task/agree/${boss}`)
    expect(await read()).toBe(404)
  })

  test('reject needs a reason and ends everything', async () => {
    const id = await at.start(starter, 'fork')
    const left = await at.taskAt(id, 'left')
    const refused = await at.call(ann, `task/reject/${left}`)
    expect([refused.code, refused.message]).toEqual([422, '请输入审批意见'])
    await at.done(ann, `task/reject/${left}`, { comment: '不行' })
    expect(await at.state(id)).toBe('rejected')
    expect(await at.open(id)).toEqual([])
  })

  test('a fork waits for all its branches', async () => {
    const id = await at.start(starter, 'fork')
    expect(await at.open(id)).toEqual(['left', 'right'])
    await at.act(ann, id, 'left', 'agree')
    expect([await at.open(id), await at.state(id)]).toEqual([['right'], 'running'])
    await at.act(bob, id, 'right', 'agree')
    expect(await at.state(id)).toBe('approved')
  })

  test('return to the previous one, to the starter, to a node; handing in again', async () => {
    const id = await at.start(starter, 'leave')
    await at.act(ann, id, 'lead', 'agree')
    const boss = await at.taskAt(id, 'boss')
    expect((await at.call(bob, `task/return/${boss}`, { to: 'previous' })).code).toBe(422)
    await at.done(bob, `task/return/${boss}`, { to: 'previous', comment: '再看' })
    expect(await at.open(id)).toEqual(['lead'])
    await at.act(ann, id, 'lead', 'agree')
    await at.act(bob, id, 'boss', 'return', { to: 'starter', comment: '补材料' })
    expect(await at.open(id)).toEqual(['apply'])
    const apply = await at.taskAt(id, 'apply')
    const info = await at.ask<TaskInfo>(starter, `task/info/${apply}`)
    expect(info.data.resubmitModes).toEqual(['step', 'direct'])
    expect(info.data.actions.map((one) => one.action)).toContain('resubmit')
    await at.done(starter, `task/resubmit/${apply}`, { mode: 'direct' })
    expect(await at.open(id)).toEqual(['boss'])
    const last = await at.taskAt(id, 'boss')
    const seen = await at.ask<TaskInfo>(bob, `task/info/${last}`)
    expect(seen.data.returnable).toMatchObject([{ node: 'apply', name: 'apply名', people: ['starter'] }])
    expect((await at.call(bob, `task/return/${last}`, { to: 'node', comment: 'x' })).code).toBe(422)
    await at.done(bob, `task/return/${last}`, { to: 'node', node: 'apply', comment: 'x' })
    expect(await at.open(id)).toEqual(['apply'])
  })

  test('pull back while the next one is untouched; withdraw by the starter only', async () => {
    const id = await at.start(starter, 'leave', { title: '撤回一下' })
    const lead = await at.act(ann, id, 'lead', 'agree')
    const info = await at.ask<TaskInfo>(ann, `task/info/${lead}`)
    expect(info.data.actions.map((one) => one.action)).toContain('pullBack')
    const done = await at.ask<List>(ann, 'task/list', { tab: 'done', keywords: '撤回一下' })
    expect(done.data.list[0]?.actions).toEqual(['pullBack'])
    expect(reason(await at.call(starter, `task/pullBack/${lead}`))).toEqual([422, 'FORBIDDEN'])
    await at.done(ann, `task/pullBack/${lead}`)
    expect(await at.open(id)).toEqual(['lead'])
    const again = await at.act(ann, id, 'lead', 'agree')
    await at.done(bob, `task/claim/${await at.taskAt(id, 'boss')}`)
    expect(reason(await at.call(ann, `task/pullBack/${again}`))).toEqual([422, 'WITHDRAW_NOT_ALLOWED'])
    const late = await at.ask<TaskInfo>(ann, `task/info/${again}`)
    expect(late.data.actions.map((one) => one.action)).toEqual(['copy'])
    expect(reason(await at.call(ann, `instance/withdraw/${id}`))).toEqual([422, 'FORBIDDEN'])
    await at.done(starter, `instance/withdraw/${id}`)
    expect(await at.state(id)).toBe('withdrawn')
    expect(reason(await at.call(starter, `instance/withdraw/${id}`))).toEqual([409, 'ORDER_CLOSED'])
  })

  test('transfer, delegate, more signers, opinions', async () => {
    const id = await at.start(starter, 'both')
    await at.act(ann, id, 'either', 'transfer', { to: cat.adminId, comment: '请代办' })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'either', actors: `user:${cat.adminId}` }])
    await at.act(cat, id, 'either', 'delegate', { to: bob.adminId })
    await at.act(bob, id, 'either', 'agree', { comment: '我看可以' })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'either', actors: `user:${cat.adminId}` }])
    await at.act(cat, id, 'either', 'addSigner', { place: 'any', admins: [ann.adminId] })
    const either = await at.taskAt(id, 'either')
    const info = await at.ask<TaskInfo>(cat, `task/info/${either}`)
    expect(info.data.removable).toEqual([{ id: ann.adminId, name: 'ann' }])
    await at.done(cat, `task/removeSigner/${either}`, { admins: [ann.adminId] })
    await at.done(cat, `task/assist/${either}`, { admins: [bob.adminId], comment: '看法？' })
    await at.done(cat, `task/agree/${either}`)
    expect(await at.open(id)).toEqual(['either', 'last'])
    const trace = await at.ask<{ instances: Trace[] }>(starter, 'instance/trace', { id })
    const told = trace.data.instances[0]?.records.map((one) => [
      one.label,
      one.others.map((other) => other.name).join(),
    ])
    expect(told).toContainEqual(['转办', 'cat'])
    expect(told).toContainEqual(['委派', 'bob'])
    expect(told).toContainEqual(['加签', 'ann'])
    expect(told).toContainEqual(['协办', 'bob'])
  })

  test('votes: by ratio all at once, one after the other all of them', async () => {
    const ratio = await at.start(starter, 'votes')
    expect(await at.open(ratio)).toEqual(['vote', 'vote', 'vote'])
    const refused = await at.call(ann, `task/reject/${await at.taskAt(ratio, 'vote', ann)}`, { comment: 'x' })
    expect(refused.message).toBe('会签任务不能拒绝，请选择不同意')
    const voted = await at.act(ann, ratio, 'vote', 'disagree', { comment: '反对' })
    const own = await at.ask<TaskInfo>(ann, `task/info/${voted}`)
    expect(own.data.actions.map((one) => one.action)).toEqual(['copy', 'pullBack'])
    await at.done(ann, `task/pullBack/${voted}`)
    await at.act(ann, ratio, 'vote', 'disagree', { comment: '还是反对' })
    const mine = await at.taskAt(ratio, 'vote', bob)
    const info = await at.ask<TaskInfo>(bob, `task/info/${mine}`)
    expect(info.data.countersign).toMatchObject({ total: 3, done: 1, agreed: 0, disagreed: 1 })
    expect(info.data.places).toEqual(['vote'])
    await at.act(bob, ratio, 'vote', 'agree')
    await at.act(cat, ratio, 'vote', 'agree')
    expect(await at.state(ratio)).toBe('approved')
    const trace = await at.ask<{ instances: Trace[] }>(starter, 'instance/trace', { id: ratio })
    expect(trace.data.instances[0]?.nodes.find((one) => one.node === 'vote')?.countersign).toMatchObject({
      total: 3,
      done: 3,
      agreed: 2,
    })

    const line = await at.start(starter, 'line')
    for (const person of [ann, bob]) {
      expect(await openTasks(app, line)).toMatchObject([{ actors: `user:${person.adminId}` }])
      await at.act(person, line, 'vote', 'agree')
    }
    await at.act(cat, line, 'vote', 'disagree')
    expect(await at.state(line)).toBe('rejected')
  })

  test('fields: hidden ones are not shown, only editable ones may be set', async () => {
    const id = await at.start(starter, 'form', { variables: { amount: 1, secret: 'x', other: 2 } })
    const fill = await at.taskAt(id, 'fill')
    const { data } = await at.ask<TaskInfo>(ann, `task/info/${fill}`)
    expect(data.variables).toEqual({ amount: 1, other: 2 })
    expect(data.fields).toEqual([
      { name: 'amount', label: '金额', type: 'number', attrs: {}, right: 'edit', value: 1 },
      { name: 'note', label: '备注', type: 'text', attrs: { rows: '3' }, right: 'edit', value: null },
    ])
    for (const name of ['secret', 'other', 'snaker.chosen'])
      expect((await at.call(ann, `task/agree/${fill}`, { variables: { [name]: 5 } })).message).toBe(
        `字段「${name}」在当前节点不可编辑`,
      )
    const many = await at.done<{ results: Row[] }>(ann, 'task/agreeMany', { ids: [fill] })
    expect(many.results).toMatchObject([{ done: false, message: '该任务需要填写表单，请单独处理' }])
    const odd = await at.call(ann, `task/agree/${fill}`, { variables: { amount: { a: '\u0000' } } })
    expect([odd.code, odd.message]).toEqual([422, '表单数据含有无法保存的字符，请删除后重试'])
    await at.done(ann, `task/agree/${fill}`, { variables: { amount: 7, note: '好' } })
    const info = await at.ask(starter, `instance/info/${id}`)
    expect(info.data.variables).toEqual({ amount: 7, secret: 'x', other: 2, note: '好' })
  })

  test('what a node hides its participant reads nowhere: task, other tasks, instance, trace, lists, acts', async () => {
    const secret = '机密4711'
    const id = await at.start(starter, 'veiled', { variables: { amount: 1, secret } })
    const asked = async (person: Person): Promise<string[]> => {
      const texts: string[] = []
      const { rows } = await sql<{
        id: number
      }>`select "id" from "processTask" where "instanceId" = ${id}`.execute(app.db)
      const paths = [
        'task/list',
        'task/done',
        'instance/list',
        `instance/info/${id}`,
        `instance/trace?id=${id}`,
      ]
      for (const path of [...paths, ...rows.map((one) => `task/info/${one.id}`)]) {
        const answer = await app.request('GET', `/admin/workflow/${path}`, { token: person.token })
        if (answer.body.includes(secret)) texts.push(path.replace(/\d+/, 'N'))
      }
      return texts
    }
    expect(await asked(ann)).toEqual([])
    const fill = await at.taskAt(id, 'hide')
    const refused = await at.call(ann, `task/agree/${fill}`, { variables: { secret: 1 } })
    expect(JSON.stringify(refused)).not.toContain(secret)
    const done = await at.call(ann, `task/agree/${fill}`, { variables: {} })
    expect([done.code, JSON.stringify(done).includes(secret)]).toEqual([200, false])
    // It is done, and stands before somebody who may read it.
    expect(await asked(ann)).toEqual([])
    expect(await asked(bob)).toEqual(expect.arrayContaining(['instance/info/N', 'task/info/N']))
    expect(await asked(starter)).toEqual(expect.arrayContaining(['instance/info/N']))
  })

  test('people are chosen for a later node among its candidates', async () => {
    const refused = await at.call(starter, 'instance/start', {
      processName: 'choose',
      chosen: { pick: [cat.adminId] },
    })
    expect(reason(refused)).toEqual([422, 'CHOICE_NOT_ALLOWED'])
    const nobody = await at.call(starter, 'instance/start', { processName: 'choose' })
    expect(nobody).toMatchObject({ code: 422, message: '任务「pick名」没有找到参与者' })
    const id = await at.start(starter, 'choose', { submit: 0, chosen: { pick: [bob.adminId] } })
    const { data } = await at.ask<TaskInfo>(starter, `task/info/${await at.taskAt(id, 'apply')}`)
    expect(data.choosable).toMatchObject([
      { node: 'pick', candidates: [{ name: 'ann' }, { name: 'bob' }], many: false },
    ])
    await at.act(starter, id, 'apply', 'agree', { chosen: { pick: [ann.adminId] } })
    expect(await openTasks(app, id)).toMatchObject([{ actors: `user:${ann.adminId}` }])
  })

  test('many at once, each for itself', async () => {
    const ids = [await at.start(starter, 'both'), await at.start(starter, 'both')]
    const tasks = await Promise.all(ids.map((id) => at.taskAt(id, 'either')))
    await at.done(bob, `task/agree/${tasks[1]}`)
    const { results } = await at.done<{ results: Row[] }>(ann, 'task/agreeMany', {
      ids: [...tasks, 99_999_999],
      comment: '同意',
    })
    expect(results).toMatchObject([
      { id: tasks[0], done: true, message: '' },
      { id: tasks[1], done: false, message: '任务已被处理' },
      { done: false, message: '任务不存在', title: '' },
    ])
  })

  test('copies wait to be read, and let their reader look', async () => {
    const id = await at.start(starter, 'both')
    expect((await at.call(stranger, `instance/copy/${id}`, { admins: [bob.adminId] })).code).toBe(404)
    await at.done(starter, `instance/copy/${id}`, { admins: [stranger.adminId], comment: '请阅' })
    const count = async () => (await at.ask(stranger, 'task/count')).data
    await expect.poll(count).toMatchObject({ todo: 0, cc: 1 })
    const { data } = await at.ask<List>(stranger, 'cc/list', { unread: 1 })
    expect(data.list[0]).toMatchObject({
      instanceId: id,
      fromId: starter.adminId,
      comment: '请阅',
      unread: 1,
    })
    expect((await at.ask(stranger, `instance/info/${id}`)).code).toBe(200)
    await at.done(stranger, 'cc/read', { ids: [data.list[0]?.id] })
    await expect.poll(count).toMatchObject({ cc: 0 })
    expect((await at.ask<List>(stranger, 'cc/list')).data.list[0]).toMatchObject({ unread: 0 })
  })

  test('urging works once in ten minutes', async () => {
    const id = await at.start(starter, 'both')
    expect((await at.call(ann, `instance/urge/${id}`)).data).toMatchObject({ reason: 'FORBIDDEN' })
    await at.done(starter, `instance/urge/${id}`)
    expect((await at.call(starter, `instance/urge/${id}`)).code).toBe(429)
  })

  test('a called process is a child with a task of its own', async () => {
    const id = await at.start(starter, 'outer')
    expect(await at.open(id)).toEqual(['deep'])
    const trace = await at.ask<{ instances: Trace[] }>(starter, 'instance/trace', { id })
    expect(trace.data.instances.map((one) => [one.processName, one.parentId, one.parentNode])).toEqual([
      ['outer', null, ''],
      ['inner', id, 'sub'],
    ])
    expect(trace.data.instances[0]?.highlight.activeNodeNames).toEqual(['sub'])
    await at.act(bob, id, 'deep', 'agree')
    expect(await at.open(id)).toEqual(['after'])
    const info = await at.ask<{ children: Row[]; variables: Row }>(starter, `instance/info/${id}`)
    expect(info.data.children).toMatchObject([{ state: 'approved', processName: 'inner' }])
    expect(info.data.variables).toMatchObject({ childState_sub: 'approved' })
  })

  test('phrases are one’s own', async () => {
    expect((await at.ask<string[]>(ann, 'task/phrases')).data).toContain('同意')
    await at.done(ann, 'task/phrases/save', { phrases: ['甲', '乙'] })
    expect((await at.ask<string[]>(ann, 'task/phrases')).data).toEqual(['甲', '乙'])
    expect((await at.ask<string[]>(bob, 'task/phrases')).data).not.toContain('甲')
  })
})

test('whoever is given a role sees its tasks at once, and whoever loses it does not any more', async () => {
  const id = await at.start(starter, 'leave', { title: '请假换岗' })
  const [lead] = await openTasks(app, id)
  await at.done(ann, `task/agree/${lead?.id}`)
  const waits = async () => (await at.ask<List>(ann, 'task/list', { keywords: '请假换岗' })).data.total
  expect(await waits()).toBe(0)
  const token = await app.admin()
  const giveRoles = async (roles: number[]) => {
    const { version } = await app.db
      .selectFrom('admin')
      .select('version')
      .where('id', '=', ann.adminId)
      .executeTakeFirstOrThrow()
    const body = { id: ann.adminId, version, roles }
    expect((await app.request('POST', '/admin/system/admin/update', { token, body })).code).toBe(200)
  }
  await giveRoles([ann.roleId, bob.roleId])
  expect(await waits()).toBe(1)
  await giveRoles([ann.roleId])
  expect(await waits()).toBe(0)
})
