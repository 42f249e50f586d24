import { mastersFacts } from '#kit/shared/declareMaster.ts'
import { button, joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { consignCalls } from './consign/consign.calls.ts'
import { coverCalls } from './cover/cover.calls.ts'
import { ID_CARD } from './fleet/driver.entity.ts'
import { truckCarMaster, upkeepCalls } from './fleet/fleet.calls.ts'
import { nightCalls } from './night/night.calls.ts'
import pages from './pages.ts'
import { papersCalls } from './papers/papers.calls.ts'
import { deliverySummaryCalls, outCitySummaryCalls } from './summary/summary.calls.ts'
import { transportEntities } from './transport.entities.ts'
import { transportMasters } from './transport.masters.ts'
import { tripCalls } from './trip/trip.calls.ts'

/** Doors §2, layer 14. */
export const transportFacts: RoomFacts = {
  name: 'transport',
  layer: 14,
  label: '运输',
  entities: transportEntities,
  ...joinFacts(
    mastersFacts(transportMasters, {
      driver: { buttons: [{ name: '查看身份证号', permissions: [ID_CARD] }] },
      truckCar: {
        reads: [upkeepCalls.list],
        buttons: [
          button('设置状态', truckCarMaster.calls.setStatus),
          button('登记维保', upkeepCalls.save),
          button('删除维保', upkeepCalls.remove),
        ],
      },
    }),
    { calls: Object.values(upkeepCalls) },
    {
      calls: Object.values(consignCalls),
      prefixes: ['TY'],
      rights: {
        'wts.consignmentNote': {
          calls: {
            list: consignCalls.list,
            info: consignCalls.info,
            save: consignCalls.save,
            exportRows: consignCalls.exportRows,
          },
          buttons: [
            button('编辑', consignCalls.update),
            button('交运', consignCalls.dispatch),
            button('登记跟踪', consignCalls.track),
            button('登记到货', consignCalls.sign),
            button('登记异常', consignCalls.exception),
            button('取消', consignCalls.cancel),
          ],
        },
      },
    },
    {
      calls: Object.values(coverCalls),
      rights: {
        'wts.coverPage': {
          calls: { list: coverCalls.list, info: coverCalls.info, exportRows: coverCalls.exportRows },
          buttons: [button('打印封面', coverCalls.print)],
        },
      },
    },
    {
      calls: Object.values(papersCalls),
      prefixes: ['FB'],
      rights: {
        'wts.attachmentSheet': {
          calls: {
            list: papersCalls.list,
            info: papersCalls.info,
            save: papersCalls.save,
            exportRows: papersCalls.exportRows,
          },
          buttons: [
            button('编辑', papersCalls.update),
            button('删除', papersCalls.remove),
            button('登记回收', papersCalls.back),
            button('打印', papersCalls.print),
          ],
        },
      },
    },
    {
      calls: Object.values(nightCalls),
      prefixes: ['YP'],
      rights: {
        'wts.nightCount': {
          calls: { list: nightCalls.list, info: nightCalls.info, exportRows: nightCalls.exportRows },
          buttons: [
            button('生成夜盘单', nightCalls.generate),
            button('清点扫码', nightCalls.scan),
            button('处理差异', nightCalls.handle),
            button('完成', nightCalls.finish),
            button('打印', nightCalls.print),
          ],
        },
      },
    },
    {
      calls: Object.values(tripCalls),
      prefixes: ['PC'],
      rights: {
        'wts.vehicleAssignment': {
          calls: {
            list: tripCalls.list,
            info: tripCalls.info,
            save: tripCalls.save,
            exportRows: tripCalls.exportRows,
          },
          labels: { save: '新增' },
          buttons: [
            button('编辑', tripCalls.update),
            button('智能配载', tripCalls.suggest),
            button('选择配送单', tripCalls.addDelivery),
            button('移出配送单', tripCalls.removeDelivery),
            button('开始装车', tripCalls.startLoad),
            button('装车扫码', tripCalls.scanLoad),
            button('发车', tripCalls.depart),
            button('回车', tripCalls.back),
            button('取消', tripCalls.cancel),
            button('打印', tripCalls.print),
          ],
        },
      },
    },
    {
      calls: [...Object.values(deliverySummaryCalls), ...Object.values(outCitySummaryCalls)],
      rights: {
        'wts.deliverySummary': {
          calls: { exportRows: deliverySummaryCalls.exportRows },
          reads: [deliverySummaryCalls.report],
          buttons: [button('打印', deliverySummaryCalls.print)],
        },
        'wts.outCityTransportSummary': {
          calls: { exportRows: outCitySummaryCalls.exportRows },
          reads: [outCitySummaryCalls.report],
          buttons: [button('打印', outCitySummaryCalls.print)],
        },
      },
    },
  ),
  pages,
}
