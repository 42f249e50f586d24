import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { form } from '../form.ts'

export const OFF = 0
export const BY_PLATFORM = 1

const ON = { initial: 1, texts: ['开启', '关闭'] } as const

/** Platform §7.2 form 111. The switches are read by the rooms that send of their scenes. */
export const smsForm = form(
  111,
  '短信设置',
  1,
  {
    sms_provider: choice(
      '短信通道',
      [
        { value: OFF, label: '关闭' },
        { value: BY_PLATFORM, label: '平台服务' },
        { value: 2, label: 'HTTP网关' },
      ],
      { initial: OFF },
    ),
    sms_gateway_url: text('网关地址', { max: 200, pattern: /^https?:\/\/\S+$/ }),
    sms_gateway_token: text('网关密钥', { max: 200 }),
    sms_sign: text('短信签名', { max: 8, min: 2, help: '用于HTTP网关；平台服务用其审核通过的签名' }),
    sms_code_expire: int('验证码有效期', { min: 1, max: 30, initial: 5, help: '分钟' }),
    lowerOrderSwitch: flag('下单成功提醒', ON),
    deliverGoodsSwitch: flag('发货提醒', ON),
    priceRevisionSwitch: flag('改价提醒', ON),
    adminLowerOrderSwitch: flag('管理员新订单提醒', ON),
    adminPaySuccessSwitch: flag('管理员支付成功提醒', ON),
    adminRefundSwitch: flag('管理员退款申请提醒', ON),
    adminConfirmTakeOverSwitch: flag('管理员确认收货提醒', ON),
  },
  { secret: ['sms_gateway_token'], sentTo: { sms_gateway_token: 'sms_gateway_url' } },
)
