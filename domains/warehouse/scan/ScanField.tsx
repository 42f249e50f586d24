import { CameraOutlined, EditOutlined, ScanOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { CameraView } from './CameraView.tsx'
import { readsPictures } from './camera.web.ts'
import type { Said } from './said.web.ts'
import { useScanner } from './useScanner.web.ts'

interface ScanFieldProps {
  label: string
  said: Said | null
  onCode(code: string): void
}

/**
 * The field for scans, at the top of the page and with the focus: a keyboard of the screen comes up only when it is asked for. What
 * the last scan came to stands below it, loud when it was wrong, and the next scan may follow at once. Warehouse §7.
 */
export function ScanField({ label, said, onCode }: ScanFieldProps) {
  const [code, setCode] = useState('')
  const id = useId()
  const [types, setTypes] = useState(false)
  const [looks, setLooks] = useState(false)
  const input = useRef<InputRef>(null)
  const field = useMemo(
    () => ({
      get current() {
        return input.current?.input ?? null
      },
    }),
    [],
  )
  useScanner(field, onCode)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const type = () => {
    setTypes(true)
    input.current?.blur()
    setTimeout(() => input.current?.focus())
  }
  return (
    <div className="w-scan-top">
      <label className="w-scan-label" htmlFor={id}>
        {label}
      </label>
      <Input
        ref={input}
        size="large"
        prefix={<ScanOutlined aria-hidden />}
        suffix={<Button type="text" icon={<EditOutlined />} aria-label="手工输入" onClick={type} />}
        id={id}
        inputMode={types ? 'text' : 'none'}
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onBlur={() => setTypes(false)}
      />
      {readsPictures() && !looks && (
        <Button icon={<CameraOutlined />} onClick={() => setLooks(true)}>
          扫一扫
        </Button>
      )}
      {looks && <CameraView onCode={onCode} onClose={() => setLooks(false)} />}
      <div
        key={said?.at}
        className={
          said === null
            ? 'w-scan-said'
            : said.isWrong
              ? 'w-scan-said w-scan-wrong'
              : 'w-scan-said w-scan-right'
        }
        role={said?.isWrong ? 'alert' : 'status'}
      >
        {said?.text ?? '请扫码'}
      </div>
    </div>
  )
}
