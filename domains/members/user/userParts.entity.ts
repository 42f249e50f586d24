import { choice, date, datetime, decimal, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { maskedOpenid, memberAddress, memberName, memberPhone, SENSITIVE } from '../members.rules.ts'
import { IDENTITY_TYPES, USER_TYPES, VISIT_TYPES } from './user.choices.ts'

const ofUser = () => ref('用户', 'user', { readOnly: true, required: true })

/** By what another house knows a user. Members §1.3. */
export const userIdentity = entity(
  'userIdentity',
  '第三方账号',
  {
    uid: ofUser(),
    type: choice('类型', IDENTITY_TYPES, { readOnly: true, required: true, width: 120 }),
    openid: text('标识', {
      max: 100,
      readOnly: true,
      required: true,
      width: 120,
      masked: { permission: SENSITIVE, show: maskedOpenid },
    }),
    bindTime: datetime('绑定时间', { readOnly: true, required: true, width: 150 }),
  },
  { title: 'type', part: true },
)

/** Where a user has things sent to. Members §1.3. */
export const userAddress = entity(
  'userAddress',
  '收货地址',
  {
    uid: ofUser(),
    realName: memberName('收货人', 30, { required: true, width: 90 }),
    phone: memberPhone('电话', { required: true }),
    provinceId: ref('省', 'city', { form: false, list: false }),
    cityId: ref('市', 'city', { form: false, list: false }),
    districtId: ref('地区', 'city', { required: true, width: 200 }),
    detail: memberAddress('地址', { required: true, list: true, width: 240 }),
    postCode: text('邮编', { max: 6, list: false }),
    longitude: decimal('经度', { decimals: 6, min: -180, max: 180, list: false }),
    latitude: decimal('纬度', { decimals: 6, min: -90, max: 90, list: false }),
    isDefault: flag('默认', { initial: 0, width: 70 }),
  },
  { title: 'detail', part: true },
)

/** One visit, from the event user.visited. Members §1.3. */
export const userVisitRecord = entity(
  'userVisitRecord',
  '访问记录',
  {
    uid: ofUser(),
    date: date('日期', { readOnly: true, required: true, list: false }),
    visitType: choice('页面', VISIT_TYPES, { readOnly: true, required: true, width: 110 }),
    targetId: int('对象ID', { readOnly: true, list: false }),
    seconds: int('停留(秒)', { readOnly: true, initial: 0, width: 90 }),
    userType: choice('来源', USER_TYPES, { readOnly: true, width: 90 }),
  },
  { title: 'date', part: true, bigId: true },
)

/** What a user has put into the cart. Members §1.3. */
export const userCart = entity(
  'userCart',
  '购物车',
  {
    uid: ofUser(),
    skuId: ref('规格', 'sku', { required: true }),
    productId: ref('商品', 'product', { readOnly: true, required: true }),
    num: int('数量', { required: true, min: 1, max: 9999, width: 80 }),
    addPrice: money('加入时价格', { readOnly: true, width: 110 }),
    addTime: datetime('加入时间', { readOnly: true, required: true, width: 150 }),
  },
  { title: 'skuId', part: true },
)

/** What a user has marked. Members §1.3. */
export const userFavourite = entity(
  'userFavourite',
  '收藏',
  {
    uid: ofUser(),
    productId: ref('商品', 'product', { required: true }),
  },
  { title: 'productId', part: true },
)
