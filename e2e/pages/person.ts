import { setPerson, startSession } from '../../kit/web/session.ts'

/** The person a test page is shown to. */
export function signInAs(permissions: readonly string[]): void {
  startSession('a'.repeat(32), { id: 1, realName: '测试', isAgent: 0, pwdExpired: 0 })
  setPerson({
    id: 1,
    account: 'test',
    name: 'test',
    realName: '测试',
    avatar: '',
    introduction: '',
    phone: '',
    roles: ['test'],
    permissions: [...permissions],
    isAgent: 0,
    isSms: 0,
    deptId: null,
    deptName: '',
    positionName: '',
    storeIds: [],
    dataScopes: [],
    pwdExpired: 0,
    pwdLeftDays: null,
    pwdWarnDays: 7,
    decidesOwn: 0,
    loginTime: 0,
    lastIp: '',
  })
}
