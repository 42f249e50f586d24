// The specified calls of the rooms that stand: each is served with its method and path, under whatever names its
// parameters have. Rooms add theirs here when they are built.
import { expect, test } from 'vitest'
import { rooms } from '../app/domains.ts'

const SPECIFIED = `
POST /admin/login
POST /admin/login/totp
POST /admin/system/admin/handover
GET /admin/system/permission/trace
GET /admin/getAdminInfoByToken
GET /admin/logout
GET /admin/pass/isLogin
GET /admin/getMenus
GET /admin/getLoginPic
GET /admin/validate/code/get
GET /admin/platform/data/list
GET /admin/platform/data/info/:id
GET /admin/platform/data/type/:type
GET /admin/platform/data/type/dictDataByType
POST /admin/platform/data/save
POST /admin/platform/data/update
POST /admin/platform/data/delete/:id
GET /admin/platform/data/org/type/list
GET /admin/platform/data/product/family/list
GET /admin/platform/data/product/family/second/list
GET /admin/platform/data/logistics/mode/list
GET /admin/platform/data/sys/channel/list
GET /admin/platform/data/visible/list
GET /admin/platform/data/sys/position/list
GET /admin/platform/data/sales/equity/list
GET /admin/platform/data/sales/task/list
GET /admin/platform/data/sales/job/status
GET /admin/platform/data/sales/job/group
GET /admin/platform/data/protocolName/dictDataByMallCode
GET /admin/platform/data/protocolName/dictDataByGylCode
GET /admin/platform/data/protocolName/dictDataByCode
GET /admin/platform/data/org/delivery/order/type
GET /admin/platform/data/org/delivery/cust/type
GET /admin/platform/data/driver/license/type
GET /admin/platform/data/driver/gender/type
GET /admin/system/config/info
POST /admin/system/config/save/form
POST /admin/system/config/saveuniq
GET /admin/system/config/getuniq
GET /admin/system/config/size
GET /admin/system/config/form/:formId
GET /admin/system/config/history
GET /admin/system/form/temp/list
GET /admin/system/form/temp/info
POST /admin/system/form/temp/save
POST /admin/system/form/temp/update
GET /admin/system/city/list/tree
GET /admin/express/all
GET /admin/express/template
GET /admin/express/trace
POST /admin/express/label
POST /admin/express/sync/express
POST /admin/pass/login
GET /admin/pass/sendUserCode
POST /admin/pass/register
GET /admin/pass/logout
GET /admin/pass/info
GET /admin/pass/user/record
POST /admin/pass/update/password
POST /admin/pass/update/phone
POST /admin/pass/update/phone/validator
POST /admin/pass/service/open
POST /admin/pass/topUp
POST /admin/sms/modify/sign
GET /admin/sms/temps
POST /admin/sms/temp/apply
GET /admin/sms/record/list
POST /admin/system/config/test/:formId
GET /admin/store/product/list
GET /admin/article/list
GET /admin/article/delete
POST /admin/article/save
POST /admin/article/update
GET /admin/article/info
GET /admin/category/list/tree
POST /admin/upload/image
POST /admin/upload/image/quick
POST /admin/upload/attachment
GET /admin/system/attachment/list
GET /admin/system/attachment/delete/:id
POST /admin/system/attachment/move
GET /common/download
GET /common/download/resource
POST /admin/category/save
GET /admin/category/info
GET /admin/category/delete
GET /admin/category/list
POST /admin/category/update
GET /admin/category/updateStatus/:id
POST /admin/store/product/save
POST /admin/store/product/wmsProductInfo/:id
POST /admin/store/product/update
GET /admin/store/product/info/:id
GET /admin/store/product/stringify
GET /admin/store/product/delete/:id
GET /admin/store/product/tabs/headers
GET /admin/store/product/productAttrValuelist
POST /admin/store/product/search/list
GET /admin/store/product/putOnShell/:id
GET /admin/store/product/offShell/:id
GET /admin/store/product/rule/list
GET /admin/store/product/rule/delete/:id
POST /admin/store/product/rule/save
POST /admin/store/product/rule/update
POST /admin/store/product/importProduct
GET /admin/store/product/restore/:id
GET /admin/export/excel/product
POST /admin/product/examine/save
GET /admin/product/examine/info/by/:id
GET /admin/product/operatelog/list
GET /admin/store/product/recoveryId
POST /admin/store/product/productExport
GET /admin/store/product/isexist/:a/:b
POST /admin/store/product/attr/value/batch/offShellList
POST /admin/store/product/attr/value/batch/putOnShellList
GET /admin/system/notification/list
GET /admin/system/notification/detail
POST /admin/system/notification/wechat/switch/:id
POST /admin/system/notification/routine/switch/:id
POST /admin/system/notification/sms/switch/:id
POST /admin/system/notification/update
GET /admin/notice/my/list
GET /admin/notice/unread/count
POST /admin/notice/read
GET /admin/monitor/online/list
POST /admin/monitor/online/forceLogout/:id
GET /admin/monitor/cache/info
GET /admin/monitor/cache/names
GET /admin/monitor/cache/keys
GET /admin/monitor/cache/value
POST /admin/monitor/cache/clear
GET /admin/log/oper/list
GET /admin/log/oper/info/:id
GET /admin/log/login/list
GET /admin/log/error/list
GET /admin/log/outcall/list
POST /admin/log/export
GET /admin/system/backup/list
POST /admin/system/backup/create
POST /admin/system/backup/verify/:id
GET /admin/system/backup/download/:id
GET /admin/wechat/keywords/reply/list
POST /admin/wechat/keywords/reply/save
POST /admin/wechat/keywords/reply/status
POST /admin/wechat/keywords/reply/update
GET /admin/wechat/keywords/reply/info
GET /admin/wechat/keywords/reply/delete
GET /admin/wechat/keywords/reply/info/keywords
GET /admin/wechat/menu/public/get
POST /admin/wechat/menu/public/create
GET /admin/wechat/config
GET /admin/authorize/login
POST /admin/wechat/template/whcbqhn/sync
POST /admin/wechat/template/routine/sync
`
  .trim()
  .split('\n')

const nameless = (call: string): string => call.replace(/:\w+/g, ':')

const served = new Set(
  rooms.flatMap((room) => room.served.map(({ call }) => nameless(`${call.method} ${call.path}`))),
)

test.each(SPECIFIED)('%s', (call) => {
  expect(served).toContain(nameless(call))
})
