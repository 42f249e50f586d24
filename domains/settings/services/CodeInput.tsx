import { Button, Input, Space } from 'antd'
import { createContext, use, useEffect, useState } from 'react'
import { isMobile } from '#kit/shared/text.ts'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { passCalls } from './pass.calls.ts'

const PAUSE_S = 60

/** Where codes go to: the phone of the form around, and what they are for (0 注册, 1 修改). */
export const CodeTarget = createContext<{ phone: string; types: 0 | 1 }>({ phone: '', types: 0 })

/** A code with the button that has it sent. */
export function CodeInput(props: InputProps) {
  const { phone, types } = use(CodeTarget)
  const [left, setLeft] = useState(0)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const ask = async () => {
    if (!isMobile(phone)) {
      toastError('请填写正确的手机号')
      return
    }
    setAsking(true)
    try {
      await request(passCalls.sendUserCode, { phone, types }, { success: '发送成功' })
      setLeft(PAUSE_S)
    } catch {
      // The refusal has been shown.
    } finally {
      setAsking(false)
    }
  }
  return (
    <Space.Compact block>
      <Input
        {...ariaOf(props)}
        id={props.id}
        value={textOf(props.value)}
        maxLength={props.field.max}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={placeholderOf(props, '请输入')}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <Button loading={asking} disabled={left > 0} onClick={() => void ask()}>
        {left > 0 ? `${left}秒后重发` : '获取验证码'}
      </Button>
    </Space.Compact>
  )
}
