import { choice, flag, image, images, int, money, quantity, text } from '#kit/fields/shared.ts'
import { form } from './form.ts'

/** Platform §7.2: the forms of the settings themselves. */
export const baseForm = form(
  64,
  '基础配置',
  0,
  {
    site_name: text('网站名称', { max: 50, required: true, initial: '通商' }),
    api_url: text('接口地址', { max: 200, required: true, pattern: /^https?:\/\/\S+$/ }),
    site_url: text('网站地址', { max: 200, required: true, pattern: /^https?:\/\/\S+$/ }),
    site_logo_lefttop: image('左上角LOGO', { required: true, help: '170×50' }),
    site_logo_square: image('方形LOGO', { required: true, help: '50×50' }),
    site_logo_login: image('登录页LOGO', { required: true }),
    admin_login_bg_pic: image('登录页背景图'),
    login_banner: images('登录页轮播图', { max: 5, help: '286×420' }),
    copyright_icp_number: text('备案号', { max: 100 }),
    copyright_company_name: text('版权公司名称', { max: 100 }),
    news_slides_limit: int('轮播文章上限', { initial: 5 }),
    watermark: flag('页面水印', {
      initial: 0,
      texts: ['开启', '关闭'],
      help: '在页面上和导出文件的页眉中显示当前用户的姓名和账号',
    }),
  },
  {
    public: [
      'site_name',
      'site_logo_lefttop',
      'site_logo_square',
      'site_logo_login',
      'copyright_icp_number',
      'copyright_company_name',
      'watermark',
    ],
  },
)

export const uploadForm = form(
  108,
  '文件上传',
  0,
  {
    uploadType: choice(
      '存储方式',
      [
        { value: 1, label: '本地' },
        { value: 4, label: '对象存储' },
      ],
      { initial: 1 },
    ),
    localUploadUrl: text('本地访问地址', { max: 200 }),
    image_ext_str: text('图片扩展名', { max: 200, initial: 'jpg,jpeg,gif,png,bmp,ico' }),
    image_max_size: int('允许上传最大图片', {
      min: 1,
      max: 50,
      initial: 20,
      help: 'MB',
      message: '允许上传最大图片须在1到50之间',
    }),
    file_ext_str: text('文件扩展名', { max: 200, initial: 'pdf,doc,docx,xls,xlsx,csv,zip,mp4' }),
    file_max_size: int('允许上传最大文件', {
      min: 1,
      max: 500,
      initial: 50,
      help: 'MB',
      message: '允许上传最大文件须在1到500之间',
    }),
    s3_endpoint: text('对象存储地址', { max: 200 }),
    s3_bucket: text('存储桶', { max: 100 }),
    s3_region: text('区域', { max: 50 }),
    s3_key: text('访问标识', { max: 200 }),
    s3_secret: text('访问密钥', { max: 200 }),
    thumb_width: int('缩略图宽度', { min: 50, max: 4000, initial: 800, help: '像素' }),
  },
  { secret: ['s3_key', 's3_secret'], sentTo: { s3_key: 's3_endpoint', s3_secret: 's3_endpoint' } },
)

export const taskForm = form(201, '文件任务', 0, {
  import_max_mb: int('导入文件上限', { min: 1, max: 500, initial: 20, help: 'MB' }),
  export_max_rows: int('导出行数上限', { min: 1, max: 10_000_000, initial: 100_000 }),
  task_keep_days: int('结果保留天数', { min: 1, max: 365, initial: 7 }),
  task_concurrency: int('每个进程同时处理', { min: 1, max: 32, initial: 2 }),
  task_per_person: int('每人同时处理', { min: 1, max: 32, initial: 3 }),
})

export const retentionForm = form(202, '数据保留', 0, {
  oper_log_days: int('操作日志天数', { min: 180, initial: 365 }),
  login_log_days: int('登录日志天数', { min: 180, initial: 365 }),
  error_log_days: int('异常日志天数', { min: 1, initial: 90 }),
  job_log_days: int('任务日志天数', { min: 1, initial: 30 }),
  wechat_msg_days: int('公众号消息天数', { min: 1, initial: 180 }),
  sms_days: int('短信记录天数', { min: 1, initial: 365 }),
  backup_keep_days: int('每日备份份数', { min: 1, initial: 14 }),
  backup_keep_weeks: int('每周备份份数', { min: 0, initial: 8 }),
})

export const logisticsForm = form(
  74,
  '物流配置',
  1,
  {
    store_free_postage_switch: flag('满额包邮', { initial: 0, texts: ['开启', '关闭'] }),
    store_free_postage: money('满额包邮金额', { initial: 0, help: '订单金额达到后免运费' }),
    store_self_mention: flag('到店自提', { initial: 0, texts: ['开启', '关闭'] }),
    tengxun_map_key: text('腾讯地图密钥', { max: 100, help: '用于在地图上选择门店位置' }),
  },
  { secret: ['tengxun_map_key'] },
)

/** Catalog §8.8: of goods and of those who buy them. */
export const goodsForm = form(211, '商品与单位', 1, {
  product_edit_reaudit: flag('已审核商品修改后重新审核', { initial: 1 }),
  product_show_need_apply: flag('上架须经上架申请', { initial: 0 }),
  store_stock: quantity('默认预警库存', { initial: 0 }),
  licence_near_days: int('证照临期天数', { initial: 30 }),
  product_completeness_min: int('上架所需资料完整度', { initial: 0, max: 100, help: '%' }),
})
