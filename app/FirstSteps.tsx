import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { Button, Card } from 'antd'
import { useEffect, useState } from 'react'
import { adminList } from '#domains/access/admin/admin.calls.ts'
import { deptList } from '#domains/access/dept/dept.calls.ts'
import { roleList } from '#domains/access/role/role.calls.ts'
import { backupCalls } from '#domains/monitor/backup.calls.ts'
import { configCalls } from '#domains/settings/config.calls.ts'
import { useSession } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { useCall } from '#kit/web/useCall.ts'

const BASE_FORM = 64
const ADMIN_ROLE = 'admin'
const ONE = { page: 1, limit: 1 }
/** local storage: the person has seen enough of it, or everything was done */
const OVER = 'firstStepsOver'

/** On the home page of a new installation: what its administrator does first. Gone when it is done, or not wanted. */
export default function FirstSteps() {
  const { roles } = useSession()
  const [over, setOver] = useState(() => localStorage.getItem(OVER) === '1')
  if (over || !roles.includes(ADMIN_ROLE)) return null
  const end = () => {
    localStorage.setItem(OVER, '1')
    setOver(true)
  }
  return <Steps onEnd={end} />
}

function Steps({ onEnd }: { onEnd(): void }) {
  const quiet = { quiet: true }
  const base = useCall(configCalls.info, { formId: BASE_FORM }, quiet).data
  const depts = useCall(deptList, { keywords: '', status: '' }, quiet).data
  const roles = useCall(roleList, ONE, quiet).data
  const staff = useCall(adminList, ONE, quiet).data
  const backups = useCall(backupCalls.list, ONE, quiet).data
  const known = base && depts && roles && staff && backups
  const steps = known
    ? [
        {
          name: '填写网站地址，上传LOGO',
          hint: '系统设置 / 设置',
          to: '/operation/setting',
          done: base.site_url !== '' && base.site_logo_lefttop !== '',
        },
        {
          name: '建立组织部门',
          hint: '系统设置 / 管理权限',
          to: '/operation/roleManager/organisation',
          done: depts.length > 1,
        },
        {
          name: '建立角色，授予菜单和数据范围',
          hint: '系统设置 / 管理权限',
          to: '/operation/roleManager/identityManager',
          done: roles.total > 1,
        },
        {
          name: '新增员工，或用表格导入',
          hint: '系统设置 / 管理权限',
          to: '/operation/roleManager/adminList',
          done: staff.total > 1,
        },
        {
          name: '备份数据并校验',
          hint: '系统监控 / 数据备份',
          to: '/systemMonitoring/backup',
          done: backups.total > 0,
        },
      ]
    : []
  const done = steps.filter((step) => step.done).length
  const isComplete = steps.length > 0 && done === steps.length
  useEffect(() => {
    if (isComplete) onEnd()
  }, [isComplete, onEnd])
  if (steps.length === 0 || isComplete) return null
  return (
    <Card
      size="small"
      title={
        <h2>
          开始使用（{done}/{steps.length}）
        </h2>
      }
      extra={
        <Button type="link" size="small" onClick={onEnd}>
          不再显示
        </Button>
      }
    >
      <ol className="ts-entries">
        {steps.map((step) => (
          <li key={step.to}>
            <PageLink to={step.to}>
              <span className="ts-entry-icon" aria-hidden>
                {step.done ? <CheckCircleFilled /> : <ClockCircleOutlined />}
              </span>
              <span>
                <strong>{step.name}</strong>
                <small>{step.done ? '已完成' : step.hint}</small>
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}
