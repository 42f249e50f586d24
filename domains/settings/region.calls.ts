import { choice, choices, flag, int, text } from '#kit/fields/shared.ts'
import { binaryOf } from '#kit/shared/binary.ts'
import { get, idField, paging, patch, post, rowAnswer, rowsAnswer, someIds } from '#kit/shared/call.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import { CHANNELS } from './dict.entity.ts'
import { systemCity } from './region.entity.ts'

/** A region in the tree every page may ask for. */
export interface RegionNode {
  cityId: number
  name: string
  level: number
  parentId: number
  child: RegionNode[]
}

// The answer is kept as bytes, envelope and all: what the browser reads out of it is the tree.
const treeAnswer = binaryOf<RegionNode[]>({
  type: 'array',
  description: 'nodes {cityId, name, level, parentId, child}',
})

/** The channels that sell to a region. */
export const channels = choices('渠道可达', CHANNELS)

const regionShape = {
  ...systemCity.all,
  cityId: int('编号', { width: 110 }),
  parentName: text('上级名称', { max: 100 }),
  /** the names from the province down */
  mergerName: text('全称', { max: 300 }),
  channels,
  hasChild: flag('有下级', { initial: 0 }),
}

const CITY = '/admin/system/city'
/** Whoever may bring in a newer code table. */
export const CITY_IMPORT = 'admin:system:city:import'
const { parentId: _parentId, level: _level, pinyin: _pinyin, isShow: _isShow, ...input } = systemCity.shape

/** Platform §8.2. */
export const regionCalls = {
  tree: get(`${CITY}/list/tree`, {
    title: '城市树',
    permission: 'login',
    picks: 'systemCity',
    input: { channel: choice('渠道', CHANNELS) },
    answer: treeAnswer,
  }),
  list: get(`${CITY}/list`, {
    title: '城市数据列表',
    input: { parentId: int('上级', { initial: 0 }), keywords: paging.keywords },
    answer: rowsAnswer(regionShape),
  }),
  // The names behind the cityIds of other records.
  all: get(`${CITY}/all`, {
    title: '城市选项',
    permission: 'login',
    picks: 'systemCity',
    input: { keywords: paging.keywords, ids: someIds(), limit: paging.limit },
    answer: optionsAnswer,
  }),
  info: get(`${CITY}/info`, {
    title: '城市数据详情',
    input: { id: idField() },
    answer: rowAnswer(regionShape),
  }),
  update: patch(`${CITY}/update`, { title: '编辑城市数据', input: { ...input, channels } }),
  status: post(`${CITY}/update/status`, {
    title: '显示隐藏城市',
    input: { id: idField(), status: flag('状态', { required: true }) },
    answer: rowAnswer({ uses: int('使用数') }),
  }),
  reach: get(`${CITY}/channel/info`, {
    title: '渠道可达地区',
    permission: 'admin:system:city:list',
    input: { channelId: choice('渠道', CHANNELS, { required: true }) },
    answer: rowAnswer({ cityIds: someIds('地区') }),
  }),
  channel: post(`${CITY}/channel`, {
    title: '设置渠道可达地区',
    input: { channelId: choice('渠道', CHANNELS, { required: true }), cityIds: someIds('地区', 5000) },
  }),
}
