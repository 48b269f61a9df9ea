import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link FormDialog}. */
export interface FormDialogProps {
  /** Heading of the dialog. */
  readonly title: ReactNode;
  /** Shown above the fields. Screen readers announce it immediately. */
  readonly error?: string;
  /** For fields that the error describes. */
  readonly errorId?: string;
  /** Label of the submit button. */
  readonly submitLabel: string;
  /** `data-test-subj` of the submit button; that of the error is `…-error`. */
  readonly testSubject: string;
  /** Whether nothing can be submitted now. */
  readonly isDisabled?: boolean;
  /** Whether the form is being submitted. */
  readonly isBusy: boolean;
  /** Is not called while the dialog is disabled or busy. */
  readonly onSubmit: () => void;
  /** Closes the dialog. */
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** The content of a modal with a form: title, fields, error, cancel and submit. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, error, errorId, submitLabel, testSubject, isDisabled, isBusy, children } = props;
  const formId = useGeneratedHtmlId({ prefix: testSubject });
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{title}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A form that the dialog was opened from would be submitted, too.
            event.stopPropagation();
            if (!isBusy && !isDisabled) props.onSubmit();
          }}
        >
          {error !== undefined && (
            <div role="alert" id={errorId}>
              <EuiCallOut
                title={error}
                color="danger"
                iconType="warning"
                size="s"
                data-test-subj={`${testSubject}-error`}
              />
              <EuiSpacer size="m" />
            </div>
          )}
          {children}
        </form>
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButtonEmpty onClick={props.onClose} data-test-subj="cancel">
          {t('uiKit.common.cancel', 'Cancel')}
        </EuiButtonEmpty>
        <EuiButton
          fill
          type="submit"
          form={formId}
          isDisabled={isDisabled}
          isLoading={isBusy}
          data-test-subj={testSubject}
        >
          {submitLabel}
        </EuiButton>
      </EuiModalFooter>
    </>
  );
}
