import { Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { jsonUi } from '#kit/fields/json/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { useFormErrors } from '#kit/web/form/errors.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { toastError } from '#kit/web/toast.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

const WAYS = ['字段', 'JSON']

/** The fields of a form: as a table, or as the JSON behind it. Platform §7.3. */
export function FieldsInput(props: InputProps) {
  const [way, setWay] = useState('字段')
  const turn = (next: string) => {
    if (next === '字段' && !Array.isArray(props.value)) toastError('JSON格式不正确，请先改正')
    else setWay(next)
  }
  return (
    <>
      <Segmented options={WAYS} value={way} onChange={turn} style={{ marginBottom: 8 }} />
      {way === 'JSON' ? (
        <>
          <jsonUi.Input {...props} />
          <WrongFields path={props.path ?? ''} />
        </>
      ) : (
        <Suspense fallback={<Busy />}>
          <LinesInput {...props} addLabel="新增字段" emptyText="还没有字段，新增一行开始" />
        </Suspense>
      )}
    </>
  )
}

/** The JSON has no cells of its own to show what is wrong with a field. */
function WrongFields({ path }: { path: string }) {
  const wrong = Object.entries(useFormErrors()).filter(([at]) => at.startsWith(`${path}.`))
  return wrong.map(([at, message]) => (
    <div key={at} className="k-error">
      {`第${Number(at.slice(path.length + 1).split('.')[0]) + 1}个字段：${message}`}
    </div>
  ))
}
