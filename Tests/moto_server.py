"""Starts moto, an S3 server that keeps objects in memory, for the tests.

    moto_server.py PARENT   prints port, key id and secret of a user who may use S3, and ends with the process PARENT

Requests are checked from the moment that the user is there.
"""

import json
import os
import sys
import threading
import time

# Whoever waits for the end of a pipe of the tests must not wait for the end of this server.
os.closerange(3, 4096)

import boto3
import waitress
from moto import settings
from moto.core.responses import ActionAuthenticatorMixin
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app


def follow(parent):
    # A process that has ended may still be listed.
    while os.path.exists(f"/proc/{parent}/exe"):
        time.sleep(0.5)
    os._exit(0)


threading.Thread(target=follow, args=(sys.argv[1],), daemon=True).start()
application = DomainDispatcherApplication(create_backend_app)
server = waitress.create_server(application, host="127.0.0.1", port=0, threads=8, channel_timeout=60)
threading.Thread(target=server.run, daemon=True).start()
address = {"endpoint_url": f"http://127.0.0.1:{server.effective_port}", "region_name": "us-east-1"}
keys = {"aws_access_key_id": "setup", "aws_secret_access_key": "setup"}
iam = boto3.client("iam", **address, **keys)
iam.create_user(UserName="martlet")
rules = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
policy = json.dumps({"Version": "2012-10-17", "Statement": [rules]})
iam.put_user_policy(UserName="martlet", PolicyName="all", PolicyDocument=policy)
key = iam.create_access_key(UserName="martlet")["AccessKey"]
boto3.client("s3", **address, **keys).create_bucket(Bucket="media")
ActionAuthenticatorMixin.request_count = 0
settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
print(server.effective_port, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
null = os.open(os.devnull, os.O_RDWR)
for file in (0, 1, 2):
    os.dup2(null, file)
threading.Event().wait()
