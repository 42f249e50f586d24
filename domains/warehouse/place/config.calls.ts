import { refs, text } from '#kit/fields/shared.ts'
import { get, idField, patch, post, rowAnswer } from '#kit/shared/call.ts'
import { wareHouseConfig } from './config.entity.ts'

const CONFIG = '/admin/wms/wareHouseConfig'
const { warehouseId: _warehouseId, ...settings } = wareHouseConfig.shape

/** Warehouse §4.3. */
export const configCalls = {
  info: get(`${CONFIG}/info/:warehouseId`, {
    title: '仓库配置',
    input: { warehouseId: idField('仓库') },
    answer: rowAnswer({ ...wareHouseConfig.all, warehouseName: text('仓库', { max: 50 }) }),
  }),
  update: patch(`${CONFIG}/update`, { title: '编辑仓库配置', input: settings }),
  copy: post(`${CONFIG}/copy`, {
    title: '复制仓库配置',
    input: {
      fromId: idField('来源仓库'),
      toIds: refs('目标仓库', 'warehouse', { required: true, max: 200 }),
    },
  }),
}
