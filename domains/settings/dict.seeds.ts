import type { Registration } from '#kit/server/points.ts'
import { CHANNELS } from './dict.entity.ts'
import { type DictSeed, declareDict } from './dictionary.ts'

type Line = readonly [value: string | number, label: string, listClass?: string]

const lines = (...given: readonly Line[]): DictSeed[] =>
  given.map(([value, label, listClass]) => ({ value, label, ...(listClass ? { listClass } : {}) }))

/** Entries whose value is their place: 1, 2, 3 … */
const numbered = (...labels: string[]): DictSeed[] =>
  labels.map((label, index) => ({ value: index + 1, label }))

/** Entries that are called what they are. */
const named = (...values: string[]): DictSeed[] => values.map((value) => ({ value, label: value }))

const SYSTEM = { isSystem: true }

/** The dictionaries every installation begins with. Platform §8.1, values of the specification. */
export const dictionaries: readonly Registration[] = [
  declareDict(
    'org_type',
    '单位类型',
    numbered('企业', '经销商', '门店', '机关事业单位', '个体工商户', '个人'),
  ),
  declareDict('product_family', '产品族', [
    {
      value: 'F01',
      label: '食品',
      children: lines(['F0101', '休闲食品'], ['F0102', '粮油调味'], ['F0103', '酒水饮料']),
    },
    { value: 'F02', label: '日用', children: lines(['F0201', '清洁用品'], ['F0202', '个人护理']) },
    { value: 'F03', label: '家电', children: lines(['F0301', '厨房电器'], ['F0302', '生活电器']) },
  ]),
  declareDict(
    'logistics_mode',
    '配送方式',
    numbered('快递', '门店自提', '自有配送', '供应商直配', '无需物流', '物流托运'),
    SYSTEM,
  ),
  declareDict('sys_channel', '销售渠道', [...CHANNELS], SYSTEM),
  declareDict(
    'visible_scope',
    '可见范围',
    [
      ...lines(['all', '全部'], ['login', '登录用户']),
      ...lines(['userLevel', '会员等级'], ['userTag', '用户标签'], ['paid', '付费会员']).map((one) => ({
        ...one,
        channelIds: [1201, 1205],
      })),
      ...lines(['orgUser', '企业用户'], ['orgLevel', '组织等级'], ['company', '指定单位']).map((one) => ({
        ...one,
        channelIds: [1202, 1203, 1204],
      })),
    ],
    SYSTEM,
  ),
  declareDict(
    'sys_position',
    '岗位',
    numbered('总经理', '部门经理', '主管', '业务员', '采购员', '仓管员', '财务', '客服', '店长', '店员'),
  ),
  declareDict(
    'sales_equity',
    '销售权益',
    numbered('优惠券', '积分', '返利', '赠品', '余额', '包邮', '折扣', '生日礼'),
    SYSTEM,
  ),
  declareDict(
    'sales_task',
    '会员任务',
    numbered(
      ...['完善资料', '绑定手机', '关注公众号', '签到', '连续签到', '浏览', '分享', '邀请好友'],
      ...['首次下单', '消费满额', '消费笔数', '评价', '晒图', '完成问卷', '收藏商品', '人工发放'],
    ),
    SYSTEM,
  ),
  declareDict('sys_job_status', '任务状态', lines([0, '正常', 'success'], [1, '暂停', 'danger']), SYSTEM),
  declareDict(
    'sys_job_group',
    '任务分组',
    lines(['DEFAULT', '默认'], ['SYSTEM', '系统'], ['ORDER', '订单'], ['WMS', '仓储'], ['MARKETING', '营销']),
    SYSTEM,
  ),
  declareDict(
    'protocol_name_mall',
    '商城协议',
    lines(['user', '用户协议'], ['privacy', '隐私政策'], ['refund', '退换货政策'], ['member', '会员协议']),
  ),
  declareDict(
    'protocol_name_gyl',
    '供应链协议',
    lines(['supply', '供货协议'], ['purchase', '采购协议'], ['settle', '结算协议']),
  ),
  declareDict('delivery_order_type', '交货单类型', lines(['LF', '标准'], ['NL', '补货'], ['LR', '退货'])),
  declareDict(
    'delivery_cust_type',
    '交货客户类型',
    lines([10, '直营'], [20, '经销'], [30, '企业'], [40, '电商']),
  ),
  declareDict('driver_license_type', '准驾车型', named('A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C5')),
  declareDict('driver_gender', '司机性别', numbered('男', '女')),
  // The states screens show, with the values of the specification.
  declareDict(
    'audit_status',
    '审核状态',
    lines(
      [-1, '未提交', 'default'],
      [0, '待审核', 'warning'],
      [1, '审核通过', 'success'],
      [2, '审核驳回', 'danger'],
    ),
    SYSTEM,
  ),
  declareDict(
    'review_status',
    '评审状态',
    lines(
      [-1, '未提交', 'default'],
      [0, '待审核', 'warning'],
      [1, '审核通过', 'success'],
      [2, '审核驳回', 'danger'],
      [3, '审核中', 'primary'],
    ),
    SYSTEM,
  ),
  declareDict(
    'refund_status',
    '售后状态',
    lines(
      [0, '已撤销', 'default'],
      [1, '待处理', 'warning'],
      [2, '退款中', 'primary'],
      [3, '退款成功', 'success'],
      [4, '退款失败', 'danger'],
      [5, '已驳回', 'danger'],
      [6, '待退货', 'warning'],
      [7, '待确认收货', 'warning'],
      [8, '待生成退款单', 'warning'],
      [9, '已生成退款单', 'primary'],
      [10, '已关闭', 'default'],
    ),
    SYSTEM,
  ),
  declareDict(
    'order_refund_status',
    '订单退款状态',
    lines(
      [0, '未退款', 'default'],
      [1, '申请中', 'warning'],
      [2, '已退款', 'success'],
      [3, '退款中', 'primary'],
    ),
    SYSTEM,
  ),
  declareDict(
    'contract_status',
    '合同状态',
    lines(
      [0, '未开始', 'default'],
      [1, '正常', 'success'],
      [2, '即将到期', 'warning'],
      [3, '已结束', 'info'],
    ),
    SYSTEM,
  ),
  declareDict(
    'sap_sync',
    'SAP同步状态',
    lines([0, '待同步', 'warning'], [1, '同步成功', 'success'], [2, '同步失败', 'danger']),
    SYSTEM,
  ),
  declareDict('send_status', '发送状态', lines([0, '待发送', 'warning'], [1, '已发送', 'success']), SYSTEM),
  declareDict('show_status', '显示状态', lines([1, '显示', 'success'], [0, '隐藏', 'info']), SYSTEM),
  declareDict('del_flag', '删除标志', lines([0, '正常', 'success'], [1, '已删除', 'danger']), SYSTEM),
]
