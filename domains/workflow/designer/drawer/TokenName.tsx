import { useDict } from '#kit/web/dict.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { POSTS } from './posts.ts'

const ENTITIES = new Map([
  ['user', { entity: 'admin', label: '人员' }],
  ['role', { entity: 'role', label: '角色' }],
  ['dept', { entity: 'dept', label: '部门' }],
])

/** What a token of a list of participants is called: `user:3` is the person of that number. Workflow §3.3. */
export function TokenName({ token }: { token: string }) {
  const [, kind = '', id = ''] = /^(\w+):(.+)$/.exec(token) ?? []
  const known = /^\d+$/.test(id) ? ENTITIES.get(kind) : undefined
  const [named] = useRefNames(known?.entity, known === undefined ? [] : [Number(id)])
  const posts = useDict(kind === 'post' ? POSTS : '')
  if (token === 'applicant') return '发起人'
  if (known !== undefined) return `${known.label}：${named?.label ?? id}`
  if (kind === 'post') return `岗位：${posts.find((one) => one.dictValue === id)?.dictLabel ?? id}`
  return token
}
