{{- define "kept.labels" -}}
app.kubernetes.io/name: kept
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
{{- define "kept.selector" -}}
app.kubernetes.io/name: kept
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
