import { useSearchParams } from 'react-router'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { adminList } from './admin.calls.ts'
import '../access.css'

const PER_SHEET = 22
const MOST = 1000

/** 员工名册 with a column to sign in, for the people the list was filtered to. Platform §15.4. */
export default function StaffPrint() {
  const [query] = useSearchParams()
  const asked = { ...Object.fromEntries(query), page: 1, limit: MOST }
  const { data, error, refetch } = useCall(adminList, asked, { quiet: true })
  const rows = data?.list ?? []
  const parts = Array.from({ length: Math.ceil(rows.length / PER_SHEET) }, (_, at) =>
    rows.slice(at * PER_SHEET, (at + 1) * PER_SHEET),
  )
  const sheets = parts.map((part, at) => (
    <div key={part[0]?.id}>
      <h1 className="acc-print-title">员工名册</h1>
      <p className="acc-print-line">
        <span>共 {data?.total} 人</span>
        <span>
          第 {at + 1} 页，共 {parts.length} 页
        </span>
      </p>
      <table className="acc-print-table">
        <thead>
          <tr>
            <th style={{ width: '12mm' }}>序号</th>
            <th>姓名</th>
            <th>账号</th>
            <th>部门</th>
            <th>角色</th>
            <th style={{ width: '28mm' }}>手机号</th>
            <th style={{ width: '32mm' }}>签字</th>
          </tr>
        </thead>
        <tbody>
          {part.map((row, index) => (
            <tr key={row.id} className="acc-print-sign">
              <td>{at * PER_SHEET + index + 1}</td>
              <td>{row.realName}</td>
              <td>{row.account}</td>
              <td>{row.deptName}</td>
              <td>{row.roleNames}</td>
              <td>{row.phone}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))
  return (
    <PrintPage
      title="员工名册"
      sheets={data === undefined ? undefined : sheets}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
