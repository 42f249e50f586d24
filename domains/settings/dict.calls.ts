import { z } from 'zod'
import { int, text } from '#kit/fields/shared.ts'
import { answerOf, get } from '#kit/shared/call.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { dictData, dictType } from './dict.entity.ts'

/** An entry as screens use it; entries of families carry those below them. Platform §8.1. */
export interface DictNode {
  id: number
  dictLabel: string
  dictValue: string
  listClass: string
  cssClass: string
  dictSort: number
  isDefault: number
  extra: string
  children?: DictNode[] | undefined
}

const node: z.ZodType<DictNode> = z.object({
  id: z.number(),
  dictLabel: z.string(),
  dictValue: z.string(),
  listClass: z.string(),
  cssClass: z.string(),
  dictSort: z.number(),
  isDefault: z.number(),
  extra: z.string(),
  get children() {
    return z.array(node).optional()
  },
})
const entriesAnswer = answerOf(z.array(node))

const data = standardCalls('/admin/platform/data', dictData, {
  filters: { dictType: text('字典类型', { max: 60 }), dictLabel: text('字典标签', { max: 50 }) },
})
const type = standardCalls('/admin/platform/type', dictType)

// Every screen reads dictionaries; what they hold is no secret. Platform §2.6: also with an expired password.
const forAll = { permission: 'login', picks: 'dictData', withExpiredPassword: true } as const

/** Who is shown the pages of the dictionaries; what they hold everybody may read. */
export const DICT_PAGES = permissionOf(type.list.path)

/** 导入 of entries. Platform §15.4. */
export const DICT_IMPORT = 'admin:platform:data:import'

export const dictDataCalls = {
  ...data,
  list: { ...data.list, ...forAll },
  info: { ...data.info, ...forAll },
}

export const dictTypeCalls = {
  ...type,
  list: { ...type.list, ...forAll },
  info: { ...type.info, ...forAll },
  all: { ...type.all, path: '/admin/platform/type/optionselect' },
}

const DATA = '/admin/platform/data'
const list = (path: string, title: string) =>
  get(`${DATA}/${path}`, { title, ...forAll, answer: entriesAnswer })

/** The dictionary types that have a call of their own. Platform §8.1. */
export const NAMED_LISTS = {
  'org/type/list': 'org_type',
  'logistics/mode/list': 'logistics_mode',
  'sys/channel/list': 'sys_channel',
  'sys/position/list': 'sys_position',
  'sales/equity/list': 'sales_equity',
  'sales/task/list': 'sales_task',
  'sales/job/status': 'sys_job_status',
  'sales/job/group': 'sys_job_group',
  'org/delivery/order/type': 'delivery_order_type',
  'org/delivery/cust/type': 'delivery_cust_type',
  'driver/license/type': 'driver_license_type',
  'driver/gender/type': 'driver_gender',
  'product/family/list': 'product_family',
  'protocolName/dictDataByMallCode': 'protocol_name_mall',
  'protocolName/dictDataByGylCode': 'protocol_name_gyl',
} as const

export const namedListCalls = Object.entries(NAMED_LISTS).map(([path, dictType]) => ({
  dictType,
  call: list(path, `字典 ${dictType}`),
}))

export const dictListCalls = {
  byTypes: get(`${DATA}/type/dictDataByType`, {
    title: '多个字典',
    ...forAll,
    input: { dictType: text('字典类型', { max: 3000 }) },
    answer: answerOf(z.record(z.string(), z.array(node))),
  }),
  byType: get(`${DATA}/type/:type`, {
    title: '字典',
    ...forAll,
    input: { type: text('字典类型', { max: 60 }) },
    answer: entriesAnswer,
  }),
  secondFamilies: get(`${DATA}/product/family/second/list`, {
    title: '二级产品族',
    ...forAll,
    input: { pid: int('上级'), code: text('上级键值', { max: 50 }) },
    answer: entriesAnswer,
  }),
  visible: get(`${DATA}/visible/list`, {
    title: '可见范围',
    ...forAll,
    input: { channel: text('渠道', { max: 50 }) },
    answer: entriesAnswer,
  }),
  protocols: get(`${DATA}/protocolName/dictDataByCode`, {
    title: '协议名称',
    ...forAll,
    input: { code: text('类别', { max: 20 }), channelId: int('渠道') },
    answer: entriesAnswer,
  }),
}
