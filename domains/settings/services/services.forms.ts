import { choice, flag, text } from '#kit/fields/shared.ts'
import { form } from '../form.ts'

const URL = /^https?:\/\/\S+$/
export const LOCAL = 'local'
export const BY_PLATFORM = 1

/** The keys of form 200 that the settings read; the room of the sign-in declares the form with them. Platform §7.2. */
export const onepassKeys = {
  onepass_base: text('平台服务地址', {
    max: 200,
    pattern: /^(local|https?:\/\/\S+)$/,
    help: '平台服务的网址；填 local 使用本地计数，由管理员手工充值',
  }),
  onepass_domain: text('平台服务域名', { max: 100, help: '注册平台账号时登记' }),
}
export const onepassPart = form(200, '平台服务', 0, onepassKeys)

/** Platform §7.2 forms 127, 128, 129. */
export const copyForm = form(
  127,
  '商品采集',
  1,
  {
    system_product_copy_type: choice(
      '采集接口',
      [
        { value: BY_PLATFORM, label: '平台服务' },
        { value: 2, label: '第三方接口' },
      ],
      { initial: BY_PLATFORM },
    ),
    copy_product_apikey: text('接口密钥', { max: 200 }),
  },
  { secret: ['copy_product_apikey'] },
)

export const expressForm = form(
  128,
  '物流查询',
  1,
  {
    logistics_type: choice(
      '查询接口',
      [
        { value: BY_PLATFORM, label: '平台服务' },
        { value: 2, label: 'HTTP接口' },
      ],
      { initial: BY_PLATFORM },
    ),
    logistics_url: text('接口地址', { max: 200, pattern: URL }),
    system_express_app_code: text('接口密钥', { max: 200 }),
  },
  { secret: ['system_express_app_code'], sentTo: { system_express_app_code: 'logistics_url' } },
)

export const labelForm = form(129, '电子面单', 1, {
  config_export_open: flag('电子面单', { initial: 0, texts: ['开启', '关闭'] }),
  config_export_id: text('月结账号', { max: 100 }),
  config_export_com: text('快递公司编码', { max: 32, pattern: /^[a-z0-9_-]+$/ }),
  config_export_temp_id: text('面单模板', { max: 100 }),
  config_export_to_name: text('发件人', { max: 50 }),
  config_export_to_tel: text('发件电话', { max: 20 }),
  config_export_to_address: text('发件地址', { max: 200 }),
  config_export_siid: text('打印机编号', { max: 100 }),
})
